import { accountHashes } from '../accounts/account-audit.ts';
import type { AddressHistory } from '../accounts/address-history.ts';
import { parseEmail } from '../accounts/email.ts';
import { findUserByEmail, listUsers } from '../accounts/user-store.ts';
import { type AuditFilter, listAudit, writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Row } from '../platform/terminal-text.ts';
import { iso, parseTime } from '../time.ts';
import { closeRequest } from './access-request-store.ts';
import { recordKeyChanges } from './change-store.ts';
import { allAccessRole, freeRole } from './contract.ts';
import { resealKeys } from './key-secrets.ts';
import { rolesOf } from './own-key.ts';
import {
  changePerson,
  liftPersonLimit,
  listOwnedKeys,
  listPeople,
  type PersonChange,
} from './owner-store.ts';
import {
  changeKey,
  deleteKey,
  findKeyByClientId,
  type KeyChange,
  type KeyRow,
  listKeyIds,
  lockKey,
} from './store.ts';

/** A bad argument: one line for the operator, and nothing was changed. */
export class OperatorError extends Error {}

export const roles = [freeRole, allAccessRole];
const requestsPerHourMax = 1_000_000_000;
const auditMax = 1000;

interface OperatorOptions {
  db: Db;
  now: () => number;
  /** Needed where a person is changed, not a key. */
  addresses?: AddressHistory;
  /** Within the transaction that gives a key all access: the person who asked for it is answered. */
  onGranted?: (trx: Db, key: KeyRow) => Promise<void>;
}

/** What the operator may look at and do, beside a running server: every change reaches it within a second. */
export class Operator {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #addresses: AddressHistory | undefined;
  readonly #onGranted: (trx: Db, key: KeyRow) => Promise<void>;

  constructor(options: OperatorOptions) {
    this.#db = options.db;
    this.#addresses = options.addresses;
    this.#onGranted = options.onGranted ?? (async () => {});
    this.#now = options.now;
  }

  async people(): Promise<Row[]> {
    const people = await listPeople(this.#db);
    return people.map(({ created_at, name, keys, ...person }) => ({
      ...describePerson(person),
      name,
      keys: Number(keys),
      since: iso(created_at),
    }));
  }

  async keys(email?: string): Promise<Row[]> {
    const userId = email === undefined ? undefined : await this.#requirePerson(email);
    return (await listOwnedKeys(this.#db, userId)).map((key) => ({ ...describe(key), owner: key.email }));
  }

  async audit(words: string[] = [], secrets?: Secrets): Promise<Row[]> {
    const search = parseAuditSearch(words);
    if ('misunderstood' in search)
      throw new OperatorError(
        `Invalid filter ${search.misunderstood}. Filters: since=2027-01-31, until=…, event=sign-in, outcome=ok or refused, address=an email or IP address`,
      );
    const { email, ...filter } = search;
    const about = email === undefined ? {} : { about: await this.#namesOf(email, secrets) };
    const events = await listAudit(this.#db, auditMax, { ...filter, ...about });
    const people = await listUsers(this.#db);
    const emailOf = new Map(people.map(({ id, email: own }) => [id, own]));
    return events.map(({ at, actor, event, target, outcome, address, details }) => ({
      at: iso(at),
      actor: emailOf.get(actor) ?? actor,
      event,
      target,
      outcome,
      address,
      details,
    }));
  }

  /** The id of a person and the hashes of the address, which strangers' attempts are kept under. */
  async #namesOf(email: string, secrets: Secrets | undefined): Promise<string[]> {
    const address = parseEmail(email);
    const person = address && (await findUserByEmail(this.#db, address));
    return [...(person ? [person.id] : []), ...(secrets ? accountHashes(secrets, email) : [])];
  }

  grant(clientId: string, role: string): Promise<Row> {
    if (!roles.includes(role)) throw new OperatorError(`Unknown role ${role}. Roles: ${roles.join(', ')}`);
    return this.#change(clientId, 'key-granted', { role }, { roles: role }, async (trx, key) => {
      // First, so that nobody asks for what is being given.
      await lockKey(trx, key.id);
      if (role === allAccessRole) await this.#onGranted(trx, key);
      return [];
    });
  }

  expire(clientId: string, when: string): Promise<Row> {
    const time = when === 'never' ? null : parseTime(when);
    if (time === undefined)
      throw new OperatorError(`${when} is not a valid time: use a time like 2027-01-31T12:00:00Z, or never`);
    const expires = time === null ? 'never' : iso(time);
    return this.#change(
      clientId,
      'key-expiry-set',
      { expires_at: expires },
      {
        expires_at: time,
        expires_at_max: time,
      },
    );
  }

  /** Of a key, or of a person: all of their keys together. */
  limit(whose: string, requestsPerHour: string): Promise<Row> {
    const count = requireCount(requestsPerHour);
    return whose.includes('@') ? this.#limitPerson(whose, count) : this.#limitKey(whose, count);
  }

  /** Every key of the person is refused within a second, and no new one is made. */
  suspend(email: string): Promise<Row> {
    return this.#changePerson(email, 'person-suspended', { suspended_at: this.#now() });
  }

  resume(email: string): Promise<Row> {
    return this.#changePerson(email, 'person-resumed', { suspended_at: null });
  }

  async revoke(clientId: string): Promise<Row> {
    const key = await this.#require(clientId);
    await this.#db.transaction().execute(async (trx) => {
      await lockKey(trx, key.id);
      await closeRequest(trx, key.id, { state: 'withdrawn', answered_at: this.#now() });
      if (!(await deleteKey(trx, key.id))) throw noKey(clientId);
      await recordKeyChanges(trx, [key.id]);
      await writeAudit(trx, { at: this.#now(), actor: 'operator', event: 'key-revoked', target: clientId });
    });
    return { client_id: clientId, revoked: 'yes' };
  }

  async reseal(secrets: Secrets): Promise<Row> {
    const counts = await resealKeys(this.#db, secrets);
    await writeAudit(this.#db, {
      at: this.#now(),
      actor: 'operator',
      event: 'keys-resealed',
      target: 'all',
      details: { resealed: counts.resealed },
    });
    return counts;
  }

  #limitPerson(email: string, count: number): Promise<Row> {
    return this.#changePerson(email, 'person-limit-set', {
      requests_per_hour: count,
      limit_set_at: this.#now(),
    });
  }

  /** The person's own limit is lifted to the key's: what was given to one key is not taken by the sum. */
  async #limitKey(clientId: string, count: number): Promise<Row> {
    const limit = { requests_per_hour: count };
    return this.#change(clientId, 'key-limit-set', limit, limit, async (trx, { user_id }) =>
      (await liftPersonLimit(trx, user_id, count)) ? listKeyIds(trx, user_id) : [],
    );
  }

  async #changePerson(email: string, event: string, change: PersonChange): Promise<Row> {
    const address = parseEmail(email);
    if (!address) throw noPerson(email);
    const addresses = this.#addresses;
    if (!addresses) throw new Error('A person cannot be changed without the history of addresses');
    const restriction = 'suspended_at' in change ? change : { requests_per_hour: change.requests_per_hour };
    const details = 'suspended_at' in change ? {} : restriction;
    return this.#db.transaction().execute(async (trx) => {
      const audit = (target: string) =>
        writeAudit(trx, { at: this.#now(), actor: 'operator', event, target, details });
      const person = await findUserByEmail(trx, address);
      // The row first: a key that is being made waits for it, and is then among those that are listed.
      const changed = person && (await changePerson(trx, person.id, change));
      if (changed) {
        await addresses.changeRestriction(trx, changed, restriction);
        await recordKeyChanges(trx, await listKeyIds(trx, changed.id));
        await audit(changed.email);
        return describePerson(changed);
      }
      const left = await addresses.changeDeleted(trx, address.canonical, restriction);
      if (!left) throw noPerson(email);
      await audit(addresses.nameInAudit(address.canonical));
      return { ...describePerson({ email: address.canonical, ...left }), account: 'deleted' };
    });
  }

  async #change(
    clientId: string,
    event: string,
    details: Record<string, string | number>,
    change: KeyChange,
    /** What comes before it, and which keys that changes besides. */
    first: (trx: Db, key: KeyRow) => Promise<string[]> = async () => [],
  ): Promise<Row> {
    const key = await this.#require(clientId);
    await this.#db.transaction().execute(async (trx) => {
      const others = await first(trx, key);
      if (!(await changeKey(trx, key.id, change))) throw noKey(clientId);
      // After the key itself: every change of a key takes these two in this order.
      await recordKeyChanges(trx, [...new Set([key.id, ...others])]);
      await writeAudit(trx, { at: this.#now(), actor: 'operator', event, target: clientId, details });
    });
    return describe({ ...key, ...change });
  }

  async #requirePerson(email: string): Promise<string> {
    const address = parseEmail(email);
    const person = address && (await findUserByEmail(this.#db, address));
    if (!person) throw noPerson(email);
    return person.id;
  }

  async #require(clientId: string): Promise<KeyRow> {
    const key = await findKeyByClientId(this.#db, clientId);
    if (!key) throw noKey(clientId);
    return key;
  }
}

function requireCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count <= requestsPerHourMax) return count;
  throw new OperatorError(
    `${text} is not a valid number of calls per hour: use a whole number up to ${requestsPerHourMax}`,
  );
}

const noPerson = (email: string) => new OperatorError(`No account with email ${email}`);

/** Also when its owner was quicker. */
const noKey = (clientId: string) => new OperatorError(`No key with client ID ${clientId}`);

const describePerson = (person: {
  email: string;
  requests_per_hour: number | null;
  suspended_at: number | null;
}): Row => ({
  email: person.email,
  requests_per_hour: person.requests_per_hour,
  suspended: person.suspended_at === null ? 'no' : iso(person.suspended_at),
});

const describe = (key: KeyRow): Row => ({
  client_id: key.external_id,
  name: key.name,
  roles: rolesOf(key).join(' '),
  requests_per_hour: key.requests_per_hour,
  created_at: iso(key.created_at),
  expires_at: key.expires_at === null ? 'never' : iso(key.expires_at),
});

/** What is looked for; an e-mail is found by the ids and hashes that it goes by. */
type AuditSearch = Omit<AuditFilter, 'about'> & { email?: string };

const parsers: Record<string, (value: string) => AuditSearch | undefined> = {
  since: (value) => withTime(value, (since) => ({ since })),
  until: (value) => withTime(value, (until) => ({ until })),
  event: (event) => ({ event }),
  outcome: (outcome) => (outcome === 'ok' || outcome === 'refused' ? { outcome } : undefined),
  address: (value) => (value.includes('@') ? { email: value } : { address: value }),
};

/** `since=2026-03-01 event=sign-in address=203.0.113.7 outcome=refused`, or the word that is not understood. */
function parseAuditSearch(words: string[]): AuditSearch | { misunderstood: string } {
  const search: AuditSearch = {};
  for (const word of words) {
    const [name = '', ...rest] = word.split('=');
    const value = rest.join('=');
    const found = Object.hasOwn(parsers, name) && value !== '' ? parsers[name]!(value) : undefined;
    if (!found) return { misunderstood: word };
    Object.assign(search, found);
  }
  return search;
}

function withTime(text: string, use: (time: number) => AuditSearch): AuditSearch | undefined {
  const time = parseTime(text);
  return time === undefined ? undefined : use(time);
}
