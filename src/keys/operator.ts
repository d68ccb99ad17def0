import { listSharedMailboxes } from '../accounts/canonical-addresses.ts';
import { parseEmail } from '../accounts/email.ts';
import { findUserByEmail, listUsers } from '../accounts/user-store.ts';
import { listAudit, writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { recordKeyChanges } from './change-store.ts';
import { allAccessRole, freeRole } from './contract.ts';
import { rolesOf } from './keys.ts';
import { listOwnedKeys, listPeople } from './owner-store.ts';
import { parseTime } from './parse-time.ts';
import { resealKeys } from './reseal.ts';
import { changeKey, deleteKey, findKeyByClientId, type KeyRow } from './store.ts';

/** A bad argument: one line for the operator, and nothing was changed. */
export class OperatorError extends Error {}

export const roles = [freeRole, allAccessRole];
const requestsPerHourMax = 1_000_000_000;
const auditMax = 1000;

export type Row = Record<string, string | number | null>;

/** What the operator may look at and do, beside a running server: every change reaches it within a second. */
export class Operator {
  readonly #db: Db;
  readonly #now: () => number;

  constructor(options: { db: Db; now: () => number }) {
    this.#db = options.db;
    this.#now = options.now;
  }

  async people(): Promise<Row[]> {
    const people = await listPeople(this.#db);
    return people.map(({ created_at, ...person }) => ({
      ...person,
      keys: Number(person.keys),
      since: iso(created_at),
    }));
  }

  async keys(email?: string): Promise<Row[]> {
    const userId = email === undefined ? undefined : await this.#requirePerson(email);
    return (await listOwnedKeys(this.#db, userId)).map((key) => ({ ...describe(key), owner: key.email }));
  }

  async audit(): Promise<Row[]> {
    const events = await listAudit(this.#db, auditMax);
    const people = await listUsers(this.#db);
    const emailOf = new Map(people.map(({ id, email }) => [id, email]));
    return events.map(({ at, actor, event, target, details }) => ({
      at: iso(at),
      actor: emailOf.get(actor) ?? actor,
      event,
      target,
      details,
    }));
  }

  /** What a person has to look at. */
  check(): Promise<Row[]> {
    return listSharedMailboxes(this.#db);
  }

  grant(clientId: string, role: string): Promise<Row> {
    if (!roles.includes(role))
      throw new OperatorError(`There is no role ${role}: choose ${roles.join(' or ')}`);
    return this.#change(clientId, 'key-granted', { role }, { roles: role });
  }

  expire(clientId: string, when: string): Promise<Row> {
    const time = when === 'never' ? null : parseTime(when);
    if (time === undefined)
      throw new OperatorError(`${when} is not a time: write it like 2027-01-31T12:00:00Z, or never`);
    const expires = time === null ? 'never' : iso(time);
    return this.#change(clientId, 'key-expiry-set', { expires_at: expires }, { expires_at: time });
  }

  limit(clientId: string, requestsPerHour: string): Promise<Row> {
    const count = Number(requestsPerHour);
    if (!/^\d+$/.test(requestsPerHour) || count > requestsPerHourMax) {
      throw new OperatorError(
        `${requestsPerHour} is not a number of requests an hour: write a whole number up to ${requestsPerHourMax}`,
      );
    }
    return this.#change(
      clientId,
      'key-limit-set',
      { requests_per_hour: count },
      { requests_per_hour: count },
    );
  }

  async revoke(clientId: string): Promise<Row> {
    const key = await this.#require(clientId);
    await this.#db.transaction().execute(async (trx) => {
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

  async #change(
    clientId: string,
    event: string,
    details: Record<string, string | number>,
    change: Partial<Pick<KeyRow, 'roles' | 'requests_per_hour' | 'expires_at'>>,
  ): Promise<Row> {
    const key = await this.#require(clientId);
    await this.#db.transaction().execute(async (trx) => {
      if (!(await changeKey(trx, key.id, change))) throw noKey(clientId);
      await recordKeyChanges(trx, [key.id]);
      await writeAudit(trx, { at: this.#now(), actor: 'operator', event, target: clientId, details });
    });
    return describe({ ...key, ...change });
  }

  async #requirePerson(email: string): Promise<string> {
    const address = parseEmail(email);
    const person = address && (await findUserByEmail(this.#db, address));
    if (!person) throw new OperatorError(`There is nobody with the e-mail ${email}`);
    return person.id;
  }

  async #require(clientId: string): Promise<KeyRow> {
    const key = await findKeyByClientId(this.#db, clientId);
    if (!key) throw noKey(clientId);
    return key;
  }
}

/** Also when its owner was quicker. */
const noKey = (clientId: string) => new OperatorError(`There is no key with the client id ${clientId}`);

const iso = (time: number) => new Date(time).toISOString();

const describe = (key: KeyRow): Row => ({
  client_id: key.external_id,
  name: key.name,
  roles: rolesOf(key).join(' '),
  requests_per_hour: key.requests_per_hour,
  created_at: iso(key.created_at),
  expires_at: key.expires_at === null ? 'never' : iso(key.expires_at),
});
