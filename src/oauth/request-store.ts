import type { Insertable } from 'kysely';
import type { Db } from '../platform/database.ts';

interface RequestRow {
  /** The table stores only a hash of the id. */
  id_hash: string;
  /** The browser that opened the page. */
  visitor_hash: string;
  client_id: string;
  /** The name that was shown. */
  client_name: string;
  redirect_uri: string;
  code_challenge: string;
  scope: string;
  state: string | null;
  created_at: number;
}

declare module '../platform/database.ts' {
  interface Tables {
    oauth_requests: RequestRow;
  }
}

interface RequestKey {
  idHash: string;
  visitorHash: string;
  createdAfter: number;
}

export const insertRequest = (db: Db, request: Insertable<RequestRow>) =>
  db.insertInto('oauth_requests').values(request).execute();

export const findRequest = (db: Db, { idHash, visitorHash, createdAfter }: RequestKey) =>
  db
    .selectFrom('oauth_requests')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('visitor_hash', '=', visitorHash)
    .where('created_at', '>', createdAfter)
    .executeTakeFirst();

/** False if it was answered meanwhile. */
export async function deleteRequest(db: Db, idHash: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('oauth_requests')
    .where('id_hash', '=', idHash)
    .returning('id_hash')
    .executeTakeFirst();
  return deleted !== undefined;
}

export const deleteRequestsBefore = (db: Db, createdBefore: number) =>
  db.deleteFrom('oauth_requests').where('created_at', '<', createdBefore).execute();
