import { sql } from 'kysely';
import { type Db, isForeignKeyViolation } from '../platform/database.ts';

declare module '../platform/database.ts' {
  interface Tables {
    key_quota: { key_id: string; hour: number; used: number };
    person_quota: { owner: string; hour: number; used: number };
  }
}

export interface UnusedRequests {
  keyId: string;
  personId: string;
  hour: number;
  count: number;
}

interface QuotaRequest extends UnusedRequests {
  keyLimit: number;
  personLimit: number;
  /** The owners of the counts that earlier accounts with the same address have left. */
  addressHashes: string[];
}

/** The counts include the requested calls if they were taken. */
export interface HourUse {
  isTaken: boolean;
  keyUsed: number;
  personUsed: number;
}

/**
 * Takes `count` requests of this hour, or none. Undefined if the key was deleted; then nothing is written. Every
 * transaction locks the person's row before the key's, so that no two wait for each other.
 */
export async function takeFromHour(db: Db, request: QuotaRequest): Promise<HourUse | undefined> {
  try {
    return await db.transaction().execute(async (trx) => {
      const personUsed = await addToPerson(trx, request);
      const keyUsed = personUsed === undefined ? undefined : await addToKey(trx, request);
      if (personUsed !== undefined && keyUsed !== undefined) return { isTaken: true, keyUsed, personUsed };
      await requireKey(trx, request.keyId);
      if (personUsed !== undefined) await returnToPerson(trx, request);
      return { isTaken: false, ...(await readUse(trx, request)) };
    });
  } catch (error) {
    // A key that is deleted at this moment is visible to one statement and missing in the next.
    if (error instanceof KeyGone || isForeignKeyViolation(error)) return undefined;
    throw error;
  }
}

class KeyGone extends Error {}

async function requireKey(db: Db, keyId: string): Promise<void> {
  const key = await db.selectFrom('api_keys').select('id').where('id', '=', keyId).executeTakeFirst();
  if (!key) throw new KeyGone();
}

/** Returns leased requests. The order of the persons is the same everywhere, so that no two transactions deadlock. */
export async function returnToHour(db: Db, unused: UnusedRequests[]): Promise<void> {
  const inOrder = unused.toSorted((one, other) => (one.personId < other.personId ? -1 : 1));
  await db.transaction().execute(async (trx) => {
    for (const each of inOrder) {
      await returnToPerson(trx, each);
      await trx
        .updateTable('key_quota')
        .set({ used: sql`used - ${each.count}` })
        .where('key_id', '=', each.keyId)
        .where('hour', '>=', each.hour)
        .where('used', '>=', each.count)
        .execute();
    }
  });
}

/**
 * After an address change, this gives the person and each of these addresses the greatest count that any of them has in
 * the newest hour. It must run first in its transaction, before any key is locked. Addresses are locked in a fixed
 * order.
 */
export async function shareHourUse(db: Db, personId: string, addressHashes: string[]): Promise<void> {
  // An update that changes nothing locks the row, so no call is counted until the transaction ends.
  const held = await db
    .updateTable('person_quota')
    .set((eb) => ({ used: eb.ref('used') }))
    .where('owner', '=', personId)
    .returningAll()
    .execute();
  await raiseHourUse(db, [personId, ...addressHashes.toSorted()], held, addressHashes);
}

/** Does the same for an account that is deleted: a new account with any of its addresses continues the count. */
export async function moveHourUse(db: Db, personId: string, addressHashes: string[]): Promise<void> {
  const removed = await db.deleteFrom('person_quota').where('owner', '=', personId).returningAll().execute();
  await raiseHourUse(db, addressHashes.toSorted(), removed, addressHashes);
}

async function raiseHourUse(
  db: Db,
  owners: string[],
  ofPerson: { hour: number; used: number }[],
  addressHashes: string[],
): Promise<void> {
  const ofAddresses = await db
    .selectFrom('person_quota')
    .selectAll()
    .where('owner', 'in', addressHashes)
    .execute();
  const counts = [...ofPerson, ...ofAddresses];
  if (counts.length === 0) return;
  const hour = Math.max(...counts.map((count) => count.hour));
  const used = Math.max(...counts.filter((count) => count.hour === hour).map((count) => count.used));
  for (const owner of owners)
    await db
      .insertInto('person_quota')
      .values({ owner, hour, used })
      .onConflict((conflict) =>
        conflict
          .column('owner')
          .doUpdateSet({ hour, used })
          // A greater count or a newer hour is kept.
          .where(sql<boolean>`(person_quota.hour, person_quota.used) < (excluded.hour, excluded.used)`),
      )
      .execute();
}

export interface KeyHourUse {
  keyId: string;
  keyLimit: number;
  personLimit: number;
  keyUsed: number;
  personUsed: number;
}

/** The use of every key of a person, read in one statement. */
export const listHourUse = (db: Db, personId: string, hour: number): Promise<KeyHourUse[]> =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .leftJoin('key_quota', (join) =>
      join.onRef('key_quota.key_id', '=', 'api_keys.id').on('key_quota.hour', '>=', hour),
    )
    .leftJoin('person_quota', (join) =>
      join.onRef('person_quota.owner', '=', 'users.id').on('person_quota.hour', '>=', hour),
    )
    .select((eb) => [
      'api_keys.id as keyId',
      // A connection has no limit of its own.
      eb
        .case()
        .when('api_keys.slot', 'is', null)
        .then(eb.ref('users.requests_per_hour'))
        .else(eb.ref('api_keys.requests_per_hour'))
        .end()
        .as('keyLimit'),
      'users.requests_per_hour as personLimit',
      eb.fn.coalesce('key_quota.used', sql.lit(0)).as('keyUsed'),
      eb.fn.coalesce('person_quota.used', sql.lit(0)).as('personUsed'),
    ])
    .where('api_keys.user_id', '=', personId)
    .execute();

export const deleteHoursBefore = (db: Db, hour: number) =>
  db.deleteFrom('person_quota').where('hour', '<', hour).execute();

/**
 * A clock that ran ahead and was corrected leaves rows of future hours. Their counts move to the current hour, unless
 * the clock of a live process is in that hour.
 */
export async function resetFutureHours(db: Db, hour: number): Promise<void> {
  for (const table of ['person_quota', 'key_quota'] as const)
    await db
      .updateTable(table)
      .set({ hour })
      .where('hour', '>', hour + 1)
      .where('hour', '>', (eb) =>
        eb.selectFrom('processes').select(sql<number>`max(seen_at) / 3600000 + 1`.as('newest')),
      )
      .execute();
}

async function addToPerson(db: Db, { personId, addressHashes, hour, count, personLimit }: QuotaRequest) {
  const { rows } = await sql<{ used: number }>`
    insert into person_quota (owner, hour, used)
    select cast(${personId} as text), cast(${hour} as bigint), earlier.used + ${count}
    from (select coalesce(max(used), 0) as used from person_quota where owner in (${sql.join(addressHashes)}) and hour >= ${hour}) as earlier
    where earlier.used + ${count} <= ${personLimit}
    on conflict (owner) do update set
      hour = case when ${isCounting('person_quota')} then person_quota.hour else excluded.hour end,
      used = case when ${isCounting('person_quota')} then person_quota.used else 0 end + ${count}
    where not (${isCounting('person_quota')}) or person_quota.used + ${count} <= ${personLimit}
    returning used`.execute(db);
  return rows[0]?.used;
}

async function addToKey(db: Db, { keyId, hour, count, keyLimit }: QuotaRequest) {
  if (count > keyLimit) return undefined;
  const { rows } = await sql<{ used: number }>`
    insert into key_quota (key_id, hour, used)
    select id, cast(${hour} as bigint), cast(${count} as bigint) from api_keys where id = ${keyId}
    on conflict (key_id) do update set
      hour = case when ${isCounting('key_quota')} then key_quota.hour else excluded.hour end,
      used = case when ${isCounting('key_quota')} then key_quota.used else 0 end + ${count}
    where not (${isCounting('key_quota')}) or key_quota.used + ${count} <= ${keyLimit}
    returning used`.execute(db);
  return rows[0]?.used;
}

/** A process whose clock is behind counts in the later hour of another one: going back would lose that count. */
const isCounting = (table: 'key_quota' | 'person_quota') => sql`${sql.ref(`${table}.hour`)} >= excluded.hour`;

const returnToPerson = (db: Db, { personId, hour, count }: UnusedRequests) =>
  db
    .updateTable('person_quota')
    .set({ used: sql`used - ${count}` })
    .where('owner', '=', personId)
    .where('hour', '>=', hour)
    .where('used', '>=', count)
    .execute();

async function readUse(db: Db, { keyId, personId, addressHashes, hour }: QuotaRequest) {
  const key = db.selectFrom('key_quota').select('used').where('key_id', '=', keyId).where('hour', '>=', hour);
  const person = db
    .selectFrom('person_quota')
    .select((eb) => eb.fn.max('used').as('used'))
    .where('owner', 'in', [personId, ...addressHashes])
    .where('hour', '>=', hour);
  return {
    keyUsed: (await key.executeTakeFirst())?.used ?? 0,
    personUsed: (await person.executeTakeFirst())?.used ?? 0,
  };
}

declare module '../platform/database.ts' {
  interface Tables {
    processes: { id: string; seen_at: number };
  }
}

export const markSeen = (db: Db, id: string, now: number) =>
  db
    .insertInto('processes')
    .values({ id, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute();

export async function countSeenSince(db: Db, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('processes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seen_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const deleteProcess = (db: Db, id: string) =>
  db.deleteFrom('processes').where('id', '=', id).execute();

export const deleteSeenBefore = (db: Db, before: number) =>
  db.deleteFrom('processes').where('seen_at', '<', before).execute();

export const findPersonHour = (db: Db, userId: string) =>
  db.selectFrom('person_quota').select(['hour', 'used']).where('owner', '=', userId).executeTakeFirst();
