import type { Insertable } from 'kysely';
import type { Db } from '../platform/database.ts';

interface ConnectionRow {
  /** The id of its key, which has the person, the name and the time at which it was created. */
  id: string;
  client_id: string;
  domain: string | null;
  redirect_host: string;
  scope: string;
  resource: string;
  renewed_at: number;
}

interface CodeRow {
  code_hash: string;
  user_id: string;
  client_id: string;
  client_name: string;
  domain: string | null;
  redirect_uri: string;
  code_challenge: string;
  scope: string;
  resource: string;
  created_at: number;
  connection_id: string | null;
}

interface TokenRow {
  token_hash: string;
  connection_id: string;
  kind: 'access' | 'refresh';
  expires_at: number;
  replaced_at: number | null;
}

declare module '../platform/database.ts' {
  interface Tables {
    oauth_connections: ConnectionRow;
    oauth_codes: CodeRow;
    oauth_tokens: TokenRow;
  }
}

export const insertCode = (db: Db, code: Insertable<CodeRow>) =>
  db.insertInto('oauth_codes').values(code).execute();

export const findCode = (db: Db, codeHash: string) =>
  db.selectFrom('oauth_codes').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();

/** Undefined if the code was used or deleted meanwhile. */
export const redeemCode = (db: Db, codeHash: string, connectionId: string) =>
  db
    .updateTable('oauth_codes')
    .set({ connection_id: connectionId })
    .where('code_hash', '=', codeHash)
    .where('connection_id', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();

export const deleteCodesOf = (db: Db, userId: string) =>
  db.deleteFrom('oauth_codes').where('user_id', '=', userId).execute();

export const deleteCodesBefore = (db: Db, createdBefore: number) =>
  db.deleteFrom('oauth_codes').where('created_at', '<', createdBefore).execute();

export const insertConnection = (db: Db, connection: Insertable<ConnectionRow>) =>
  db.insertInto('oauth_connections').values(connection).execute();

/** With the person and the name. Most recently connected first. */
const selectConnections = (db: Db) =>
  db
    .selectFrom('oauth_connections')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_connections.id')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('oauth_connections')
    .select(['api_keys.user_id', 'api_keys.name', 'api_keys.created_at', 'users.email'])
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('oauth_connections.id');

export const listConnectionsOf = (db: Db, userId: string) =>
  selectConnections(db).where('api_keys.user_id', '=', userId).execute();

/** All connections, or those of one person, or those with this id or client ID. */
export const searchConnections = (db: Db, filter: { userId?: string; id?: string } = {}) => {
  const { userId, id } = filter;
  let query = selectConnections(db);
  if (userId !== undefined) query = query.where('api_keys.user_id', '=', userId);
  if (id !== undefined)
    query = query.where((eb) =>
      eb.or([eb('oauth_connections.id', '=', id), eb('oauth_connections.client_id', '=', id)]),
    );
  return query.execute();
};

/** A connection is idle if its tokens were last issued before this time. */
export const listIdleConnections = (db: Db, renewedBefore: number, maxRows: number) =>
  selectConnections(db).where('oauth_connections.renewed_at', '<', renewedBefore).limit(maxRows).execute();

/** Locks the connection until the transaction ends. Undefined if it has ended. */
export const renewConnection = (db: Db, id: string, now: number) =>
  db
    .updateTable('oauth_connections')
    .set({ renewed_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

export const insertTokens = (db: Db, tokens: Insertable<TokenRow>[]) =>
  db.insertInto('oauth_tokens').values(tokens).execute();

export const findToken = (db: Db, tokenHash: string) =>
  db
    .selectFrom('oauth_tokens')
    .innerJoin('oauth_connections', 'oauth_connections.id', 'oauth_tokens.connection_id')
    .innerJoin('api_keys', 'api_keys.id', 'oauth_connections.id')
    .selectAll('oauth_tokens')
    .select([
      'oauth_connections.client_id',
      'oauth_connections.scope',
      'oauth_connections.resource',
      'api_keys.external_id as key_client_id',
    ])
    .where('oauth_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst();

/** The row stays for a while, so that another use of the token is noticed. */
export const markReplaced = (db: Db, tokenHash: string, token: { replacedAt: number; keptUntil: number }) =>
  db
    .updateTable('oauth_tokens')
    .set({ replaced_at: token.replacedAt, expires_at: token.keptUntil })
    .where('token_hash', '=', tokenHash)
    .execute();

export const deleteExpiredTokens = (db: Db, now: number) =>
  db.deleteFrom('oauth_tokens').where('expires_at', '<', now).execute();
