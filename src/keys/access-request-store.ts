import type { Db } from '../platform/database.ts';

type RequestState = 'open' | 'granted' | 'declined' | 'withdrawn';

interface AccessRequestRow {
  id: string;
  user_id: string;
  /** None: the key was deleted. */
  key_id: string | null;
  state: RequestState;
  purpose: string;
  volume: string;
  reason: string | null;
  created_at: number;
  answered_at: number | null;
  /** When a digest has listed it for the operator first. */
  told_at: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    access_requests: AccessRequestRow;
    operator_digest: { id: number; sent_at: number };
  }
}

const listedMax = 50;

/** Throws a unique violation when the person has an open one. */
export async function insertRequest(
  db: Db,
  request: Omit<AccessRequestRow, 'state' | 'reason' | 'answered_at' | 'told_at'>,
): Promise<void> {
  await db
    .insertInto('access_requests')
    .values({ ...request, state: 'open' })
    .execute();
}

/** The newest first. */
export const listRequestsOf = (db: Db, userId: string) =>
  db
    .selectFrom('access_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(listedMax)
    .execute();

/** The oldest first, as the operator answers them. */
export const listOpenRequests = (db: Db) =>
  db
    .selectFrom('access_requests')
    .innerJoin('users', 'users.id', 'access_requests.user_id')
    .innerJoin('api_keys', 'api_keys.id', 'access_requests.key_id')
    .select([
      'users.email',
      'users.name as person',
      'api_keys.external_id as clientId',
      'api_keys.name as keyName',
      'access_requests.purpose',
      'access_requests.volume',
      'access_requests.created_at',
    ])
    .where('access_requests.state', '=', 'open')
    .orderBy('access_requests.created_at')
    .orderBy('access_requests.id')
    .execute();

/** The open request for a key is answered. False when there is none. */
export async function closeRequest(
  db: Db,
  keyId: string,
  answer: { state: Exclude<RequestState, 'open'>; reason?: string; answered_at: number },
): Promise<boolean> {
  const closed = await db
    .updateTable('access_requests')
    .set(answer)
    .where('key_id', '=', keyId)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** By the person who sent it. False when they have no such open one. */
export async function withdrawRequest(
  db: Db,
  request: { id: string; userId: string; answeredAt: number },
): Promise<boolean> {
  const withdrawn = await db
    .updateTable('access_requests')
    .set({ state: 'withdrawn', answered_at: request.answeredAt })
    .where('id', '=', request.id)
    .where('user_id', '=', request.userId)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return withdrawn !== undefined;
}

/** True for one process only, and only when there is an open request that no digest has listed. */
export async function takeDigest(
  db: Db,
  { now, everyMs }: { now: number; everyMs: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('operator_digest')
    .set({ sent_at: now })
    .where('sent_at', '<=', now - everyMs)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('access_requests')
          .select('access_requests.id')
          .where('state', '=', 'open')
          .where('told_at', 'is', null),
      ),
    )
    .returning('operator_digest.id')
    .executeTakeFirst();
  if (!taken) return false;
  await db
    .updateTable('access_requests')
    .set({ told_at: now })
    .where('state', '=', 'open')
    .where('told_at', 'is', null)
    .execute();
  return true;
}
