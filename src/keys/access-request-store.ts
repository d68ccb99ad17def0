import type { Db } from '../platform/database.ts';
import type { AccessRequest } from './contract.ts';

interface AccessRequestRow extends Omit<AccessRequest, 'created_at' | 'answered_at'> {
  user_id: string;
  created_at: number;
  answered_at: number | null;
  /** When a digest listed it for the operator for the first time. */
  listed_at: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    access_requests: AccessRequestRow;
    operator_digest: { id: number; sent_at: number };
  }
}

const maxListed = 50;

/** Throws a unique violation if the person has an open request. */
export const insertRequest = (
  db: Db,
  request: Omit<AccessRequestRow, 'state' | 'reason' | 'answered_at' | 'listed_at'>,
) =>
  db
    .insertInto('access_requests')
    .values({ ...request, state: 'open' })
    .execute();

/** Newest first. */
export const listRequestsOf = (db: Db, userId: string) =>
  db
    .selectFrom('access_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();

/** Oldest first, in the order in which the operator answers them. */
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

/** Answers the open request for a key, or a person's own one. Undefined if there is none. */
export const closeRequest = (
  db: Db,
  request: { key_id: string } | { id: string; user_id: string },
  answer: { state: 'granted' | 'declined' | 'withdrawn'; reason?: string; answered_at: number },
) =>
  db
    .updateTable('access_requests')
    .set(answer)
    .where((eb) => eb.and(request))
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();

/** True for one process alone, and only if there is an open request that no digest has listed. */
export async function claimDigest(
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
          .where('listed_at', 'is', null),
      ),
    )
    .returning('operator_digest.id')
    .executeTakeFirst();
  if (!taken) return false;
  await db
    .updateTable('access_requests')
    .set({ listed_at: now })
    .where('state', '=', 'open')
    .where('listed_at', 'is', null)
    .execute();
  return true;
}
