import type { Insertable } from 'kysely';
import type { Db } from '../platform/database.ts';

interface ClientRow {
  id: string;
  name: string;
  /** A JSON list. */
  redirect_uris: string;
  created_at: number;
  approved_at: number | null;
  fresh_until: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    oauth_clients: ClientRow;
  }
}

export const findClient = (db: Db, id: string) =>
  db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();

/** A document that was read again replaces what it said before. */
export const saveClient = (db: Db, client: Omit<Insertable<ClientRow>, 'approved_at'>) =>
  db
    .insertInto('oauth_clients')
    .values(client)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        name: client.name,
        redirect_uris: client.redirect_uris,
        fresh_until: client.fresh_until ?? null,
      }),
    )
    .execute();

export const markApproved = (db: Db, id: string, approvedAt: number) =>
  db.updateTable('oauth_clients').set({ approved_at: approvedAt }).where('id', '=', id).execute();

/** An app that has a connection stays, because it uses its client ID again. */
const deleteUnconnected = (db: Db) =>
  db
    .deleteFrom('oauth_clients')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oauth_connections')
            .select('oauth_connections.id')
            .whereRef('oauth_connections.client_id', '=', 'oauth_clients.id'),
        ),
      ),
    );

export async function deleteUnusedClients(
  db: Db,
  {
    createdBefore,
    approvedBefore,
    maxKept,
  }: { createdBefore: number; approvedBefore: number; maxKept: number },
): Promise<void> {
  const oldestKept = await db
    .selectFrom('oauth_clients')
    .select('created_at')
    .where('approved_at', 'is', null)
    .orderBy('created_at', 'desc')
    .offset(maxKept)
    .limit(1)
    .executeTakeFirst();
  await deleteUnconnected(db)
    .where('approved_at', 'is', null)
    .where('created_at', '<=', Math.max(createdBefore, oldestKept?.created_at ?? 0))
    .execute();
  await deleteUnconnected(db).where('approved_at', '<', approvedBefore).execute();
}
