import { accountHashes } from '../accounts/account-audit.ts';
import type { AddressHistory } from '../accounts/address-history.ts';
import type { Restriction } from '../accounts/address-store.ts';
import { parseEmail } from '../accounts/email.ts';
import { changeUser, findUserByEmail, listUsers } from '../accounts/user-store.ts';
import { type AuditFilter, listAudit, writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Row } from '../platform/terminal-text.ts';
import { iso, isoOrNull, parseIsoTime } from '../time.ts';
import { recordKeyChanges } from './change-store.ts';
import { allAccessRole, freeRole } from './contract.ts';
import { resealKeys } from './key-secrets.ts';
import { deleteKeyAndRequest, rolesOf } from './own-key.ts';
import { listOwnedKeys, listPeople, raisePersonLimit } from './owner-store.ts';
import {
  changeKey,
  findKeyByClientId,
  type KeyChange,
  type KeyRow,
  listConnectionKeyIds,
  listKeyIds,
  lockKey,
} from './store.ts';

/** A bad argument: the operator reads one line, and nothing was changed. */
export class OperatorError extends Error {}

export const roles = [freeRole, allAccessRole];
const maxRequestsPerHour = 1_000_000_000;
const maxAuditRows = 1000;

interface OperatorOptions {
  db: Db;
  /** The name of the person who runs the command, for the audit. */
  actor?: string;
  now: () => number;
  /** Needed to change a person. */
  addresses?: AddressHistory;
  /** Called in the transaction that gives a key all access, to answer the person who requested it. */
  onGranted?: (trx: Db, key: KeyRow) => Promise<void>;
}

/** The operator's commands. They work while the server runs, which applies every change within a second. */
export function createOperator({ db, actor = 'operator', now, addresses, onGranted }: OperatorOptions) {
  async function people(): Promise<Row[]> {
    const people = await listPeople(db);
    return people.map(({ created_at, name, keys, ...person }) => ({
      ...describePerson(person),
      name,
      keys: Number(keys),
      since: iso(created_at),
    }));
  }

  async function keys(email?: string): Promise<Row[]> {
    const userId = email === undefined ? undefined : (await findPerson(email))?.id;
    if (email !== undefined && userId === undefined) throw noPerson(email);
    const keys = await listOwnedKeys(db, userId);
    return keys.map((key) => ({ ...describeKey(key), owner: key.email }));
  }

  async function audit(words: string[] = [], secrets?: Secrets): Promise<Row[]> {
    const { email, ...filter } = parseAuditFilter(words);
    const about = email === undefined ? {} : { about: await listAuditNames(email, secrets) };
    const events = await listAudit(db, maxAuditRows, { ...filter, ...about });
    const emails = new Map((await listUsers(db)).map((user) => [user.id, user.email]));
    return events.map(({ at, actor, event, target, outcome, address, details }) => ({
      at: iso(at),
      actor: emails.get(actor) ?? actor,
      event,
      target,
      outcome,
      address,
      details: JSON.parse(details) as Row,
    }));
  }

  function grant(clientId: string, role: string): Promise<Row> {
    if (!roles.includes(role)) throw new OperatorError(`Unknown role ${role}. Roles: ${roles.join(', ')}`);
    return applyToKey(clientId, 'key-granted', { role }, { roles: role }, async (trx, key) => {
      // The lock comes first, so that nobody requests the access that is being granted.
      await lockKey(trx, key.id);
      if (role === allAccessRole) await onGranted?.(trx, key);
      return [];
    });
  }

  function expire(clientId: string, when: string): Promise<Row> {
    const time = when === 'never' ? null : parseIsoTime(when);
    if (time === undefined)
      throw new OperatorError(`${when} is not a valid time: use a time like 2027-01-31T12:00:00Z, or never`);
    const details = { expires_at: isoOrNull(time) };
    return applyToKey(clientId, 'key-expiry-set', details, { expires_at: time, expires_at_max: time });
  }

  /** Limits a key, or a person with all their keys together. A key's limit raises the person's, if that is lower. */
  function limit(whose: string, requestsPerHour: string): Promise<Row> {
    const limit = { requests_per_hour: requireCount(requestsPerHour) };
    if (whose.includes('@'))
      return applyToPerson(whose, 'person-limit-set', { ...limit, limit_set_at: now() });
    return applyToKey(whose, 'key-limit-set', limit, limit, async (trx, { user_id }) =>
      (await raisePersonLimit(trx, user_id, limit.requests_per_hour)) ? listKeyIds(trx, user_id) : [],
    );
  }

  /** Denies every key of the person within a second, and prevents new ones. */
  function suspend(email: string): Promise<Row> {
    return applyToPerson(email, 'person-suspended', { suspended_at: now() });
  }

  function resume(email: string): Promise<Row> {
    return applyToPerson(email, 'person-resumed', { suspended_at: null });
  }

  async function revoke(clientId: string): Promise<Row> {
    const key = await requireKey(clientId);
    await db.transaction().execute(async (trx) => {
      if (!(await deleteKeyAndRequest(trx, key.id, now()))) throw noKey(clientId);
      await recordKeyChanges(trx, [key.id]);
      await writeAudit(trx, { at: now(), actor, event: 'key-revoked', target: clientId });
    });
    return { client_id: clientId, revoked: true };
  }

  async function reseal(secrets: Secrets): Promise<Row> {
    const counts = await resealKeys(db, secrets);
    const details = { resealed: counts.resealed };
    await writeAudit(db, { at: now(), actor, event: 'keys-resealed', target: 'all', details });
    return counts;
  }

  async function applyToPerson(
    email: string,
    event: string,
    change: { suspended_at: number | null } | { requests_per_hour: number; limit_set_at: number },
  ): Promise<Row> {
    const address = parseEmail(email);
    if (!address) throw noPerson(email);
    if (!addresses) throw new Error('A person cannot be changed without the history of addresses');
    const restriction = 'suspended_at' in change ? change : { requests_per_hour: change.requests_per_hour };
    const details = 'suspended_at' in change ? {} : restriction;
    return db.transaction().execute(async (trx) => {
      const audit = (target: string) => writeAudit(trx, { at: now(), actor, event, target, details });
      const person = await findUserByEmail(trx, address);
      // The row is locked first: a key that is being created waits for it, or is among those listed below.
      const changed = person && (await changeUser(trx, person.id, change));
      if (changed) {
        await addresses.changeRestriction(trx, changed, restriction);
        await recordKeyChanges(trx, await listKeyIds(trx, changed.id));
        await audit(changed.email);
        return describePerson(changed);
      }
      const left = await addresses.changeDeleted(trx, address, restriction);
      if (!left) throw noPerson(email);
      await audit(addresses.nameInAudit(address));
      return { ...describePerson({ email: address, ...left }), account_deleted: true };
    });
  }

  async function applyToKey(
    clientId: string,
    event: string,
    details: Record<string, string | number | null>,
    change: KeyChange,
    /** Runs before the change, and returns the ids of other keys that it affects. */
    first: (trx: Db, key: KeyRow) => Promise<string[]> = async () => [],
  ): Promise<Row> {
    const key = await requireKey(clientId);
    await db.transaction().execute(async (trx) => {
      const others = await first(trx, key);
      if (!(await changeKey(trx, key.id, change))) throw noKey(clientId);
      // A connection has the rights of all keys of its person, also of keys that it has not met yet.
      const connections = await listConnectionKeyIds(trx, key.user_id);
      // Every transaction locks the key before the revision.
      await recordKeyChanges(trx, [...new Set([key.id, ...others, ...connections])]);
      await writeAudit(trx, { at: now(), actor, event, target: clientId, details });
    });
    return describeKey({ ...key, ...change });
  }

  /** The id of a person, and the hashes of the address, under which attempts of unknown people are recorded. */
  async function listAuditNames(email: string, secrets: Secrets | undefined): Promise<string[]> {
    const person = await findPerson(email);
    return [...(person ? [person.id] : []), ...(secrets ? accountHashes(secrets, email) : [])];
  }

  async function findPerson(email: string): Promise<{ id: string } | undefined> {
    const address = parseEmail(email);
    return address === undefined ? undefined : findUserByEmail(db, address);
  }

  async function requireKey(clientId: string): Promise<KeyRow> {
    const key = await findKeyByClientId(db, clientId);
    if (!key) throw noKey(clientId);
    return key;
  }

  return { people, keys, audit, grant, expire, limit, suspend, resume, revoke, reseal };
}

export type Operator = ReturnType<typeof createOperator>;

function requireCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count <= maxRequestsPerHour) return count;
  throw new OperatorError(
    `${text} is not a valid number of calls per hour: use a whole number up to ${maxRequestsPerHour}`,
  );
}

const noPerson = (email: string) => new OperatorError(`No account with email ${email}`);
const noKey = (clientId: string) => new OperatorError(`No key with client ID ${clientId}`);

const describePerson = ({
  email,
  requests_per_hour,
  suspended_at,
}: Restriction & { email: string }): Row => ({
  email,
  requests_per_hour,
  suspended_at: isoOrNull(suspended_at),
});

const describeKey = (key: KeyRow): Row => ({
  client_id: key.external_id,
  name: key.name,
  roles: rolesOf(key),
  requests_per_hour: key.requests_per_hour,
  created_at: iso(key.created_at),
  expires_at: isoOrNull(key.expires_at),
});

type AuditSearch = Omit<AuditFilter, 'about'> & { email?: string };

/** Each returns an undefined value for what it cannot read. */
const auditParsers: Record<string, (value: string) => Record<string, string | number | undefined>> = {
  since: (value) => ({ since: parseIsoTime(value) }),
  until: (value) => ({ until: parseIsoTime(value) }),
  event: (event) => ({ event }),
  outcome: (value) => ({ outcome: ['ok', 'refused'].includes(value) ? value : undefined }),
  address: (value) => (value.includes('@') ? { email: value } : { address: value }),
};

/** Reads words such as `since=2026-03-01 event=sign-in address=203.0.113.7 outcome=refused`. */
function parseAuditFilter(words: string[]): AuditSearch {
  const search: AuditSearch = {};
  for (const word of words) {
    const [name = '', ...rest] = word.split('=');
    const value = rest.join('=');
    const found = Object.hasOwn(auditParsers, name) && value !== '' ? auditParsers[name]?.(value) : undefined;
    if (!found || Object.values(found).includes(undefined))
      throw new OperatorError(
        `Invalid filter ${word}. Filters: since=2027-01-31, until=…, event=sign-in, outcome=ok or refused, address=an email or IP address`,
      );
    Object.assign(search, found);
  }
  return search;
}
