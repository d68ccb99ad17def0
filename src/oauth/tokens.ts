import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import type { KeyPolicy } from '../content/contract.ts';
import { freeRole } from '../keys/contract.ts';
import { newClientId, newSecret, sealSecret } from '../keys/key-secrets.ts';
import { lockPerson } from '../keys/owner-store.ts';
import { insertKey } from '../keys/store.ts';
import { writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import type { Limit, RateLimits } from '../platform/rate-limits.ts';
import { randomId, type Secrets, sha256 } from '../platform/secrets.ts';
import { dayMs, minuteMs } from '../time.ts';
import type { Clients } from './clients.ts';
import { matchesChallenge } from './codes.ts';
import { type Connections, endConnection } from './connections.ts';
import {
  accessTokenSeconds,
  codeSeconds,
  maxConnections,
  refreshGraceMinutes,
  refreshTokenDays,
} from './contract.ts';
import { tokenError } from './errors.ts';
import { type Parameters, requireOwnResource } from './parameters.ts';
import {
  findCode,
  findToken,
  insertConnection,
  insertTokens,
  listConnectionsOf,
  markReplaced,
  redeemCode,
  renewConnection,
  searchConnections,
} from './store.ts';
import { createTokenHash, newToken } from './token-format.ts';

interface TokensOptions {
  db: Db;
  secrets: Secrets;
  mail: AccountMailQueue;
  limits: RateLimits;
  keyPolicy: Pick<KeyPolicy, 'prefixes' | 'requestsPerHour'>;
  clients: Pick<Clients, 'find'>;
  connections: Connections;
  /** The address of the MCP server. */
  resource: string;
  now: () => number;
}

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** How long another use of a replaced refresh token is noticed. */
const replacedKeptMs = 30 * dayMs;

/** Each refresh leaves a row for a month. Clients refresh about once an hour, in several processes at most. */
const refreshLimit: Limit = {
  name: 'connection-refreshes',
  max: 240,
  windowSeconds: 24 * 3600,
  sentence: 'Too many refreshes of this connection.',
};

/** Exchanges codes and refresh tokens for tokens. Only hashes of them are stored. */
export function createTokens(options: TokensOptions) {
  const { db, secrets, mail, limits, keyPolicy, clients, connections, resource, now } = options;
  const [prefix] = keyPolicy.prefixes;
  const hashOf = createTokenHash(keyPolicy.prefixes);

  /** Connects the app. A code works once: another use ends the connection, because somebody has copied the code. */
  async function exchange(given: Parameters): Promise<TokenAnswer> {
    const codeHash = sha256(given.code ?? '');
    const code = await findCode(db, codeHash);
    const isForApp =
      code?.client_id === given.client_id &&
      [undefined, code?.redirect_uri].includes(given.redirect_uri) &&
      matchesChallenge(given.code_verifier, code?.code_challenge ?? '');
    if (!code || !isForApp) throw await refuse(given.client_id);
    requireOwnResource(given.resource, code.resource);
    if (code.created_at < now() - codeSeconds * 1000 && code.connection_id === null)
      throw await refuse(given.client_id);
    const answer = await db.transaction().execute((trx) => connect(trx, code));
    if (answer) return answer;
    const used = await findCode(db, codeHash);
    if (used?.connection_id != null)
      await connections.end({ id: used.connection_id }, { reason: 'code used again' });
    throw await refuse(given.client_id);
  }

  /** Undefined if the code was used or withdrawn meanwhile, or if the person may have no new key. */
  async function connect(
    trx: Db,
    code: NonNullable<Awaited<ReturnType<typeof findCode>>>,
  ): Promise<TokenAnswer | undefined> {
    const { user_id, client_id, client_name: name, domain, scope } = code;
    // A change of the password locks the person first too, and deletes the codes that were not used.
    const person = await lockPerson(trx, user_id);
    const id = randomId();
    if (!person || person.suspended_at !== null || !(await redeemCode(trx, code.code_hash, id)))
      return undefined;
    const redirectHost = new URL(code.redirect_uri).host;
    const at = now();
    await insertKey(trx, newConnectionKey({ id, user_id, name, created_at: at }));
    await insertConnection(trx, {
      id,
      client_id,
      domain,
      redirect_host: redirectHost,
      scope,
      resource: code.resource,
      renewed_at: at,
    });
    const answer = await issue(trx, { id, scope });
    const details = { app: name, client_id, domain };
    await writeAudit(trx, { at, actor: user_id, event: 'connection-created', target: id, details });
    await mail.enqueue(trx, {
      kind: 'connection-created',
      data: { email: person.email, appName: name, domain, redirectHost, at },
    });
    for (const { id: oldest } of await listExcess(trx, user_id, id))
      await endConnection(trx, { id: oldest }, { at, reason: 'too many connections' });
    return answer;
  }

  function newConnectionKey(key: { id: string; user_id: string; name: string; created_at: number }) {
    const { sealed, signature } = sealSecret(secrets, { keyId: key.id }, newSecret(prefix));
    return {
      ...key,
      slot: null,
      external_id: newClientId(prefix),
      secret_id: key.id,
      secret_sealed: sealed,
      secret_signature: signature,
      secret_state: 'active' as const,
      secret_created_at: key.created_at,
      // Neither counts: a connection has the rights and the limit of its person.
      roles: freeRole,
      requests_per_hour: keyPolicy.requestsPerHour.person,
    };
  }

  /** At most one, because each new connection ends the one before the limit. */
  async function listExcess(trx: Db, userId: string, newId: string) {
    const others = (await listConnectionsOf(trx, userId)).filter(({ id }) => id !== newId);
    return others.toSorted((one, other) => other.renewed_at - one.renewed_at).slice(maxConnections - 1);
  }

  /**
   * Replaces a refresh token. For a few minutes the old one gives new tokens as well, because the processes of an app
   * share it. After that somebody has copied it, so the connection ends.
   */
  async function refresh(given: Parameters): Promise<TokenAnswer> {
    const tokenHash = hashOf(given.refresh_token ?? '');
    const token = tokenHash === undefined ? undefined : await findToken(db, tokenHash);
    if (tokenHash === undefined || token?.kind !== 'refresh' || token.client_id !== given.client_id)
      throw await refuse(given.client_id);
    requireOwnResource(given.resource, token.resource);
    if (token.resource !== resource || token.expires_at <= now()) throw await refuse(given.client_id);
    if (isReused(token)) {
      await endReused(token.connection_id);
      throw await refuse(given.client_id);
    }
    await limits.take(refreshLimit, token.connection_id);
    const answer = await db.transaction().execute(async (trx) => {
      // One refresh at a time: the second one finds the token replaced.
      if (!(await renewConnection(trx, token.connection_id, now()))) return undefined;
      const locked = await findToken(trx, tokenHash);
      if (!locked || isReused(locked)) return undefined;
      const keptUntil = Math.min(locked.expires_at, now() + replacedKeptMs);
      if (locked.replaced_at === null) await markReplaced(trx, tokenHash, { replacedAt: now(), keptUntil });
      return issue(trx, { id: token.connection_id, scope: token.scope });
    });
    if (!answer) throw await refuse(given.client_id);
    return answer;
  }

  const isReused = ({ replaced_at }: { replaced_at: number | null }) =>
    replaced_at !== null && replaced_at + refreshGraceMinutes * minuteMs <= now();

  async function endReused(id: string): Promise<void> {
    const [connection] = await searchConnections(db, { id });
    if (!connection) return;
    const { email, name: appName } = connection;
    await connections.end({ id }, { reason: 'refresh token used again' }, (trx) =>
      mail.enqueue(trx, { kind: 'connection-ended', data: { email, appName, at: now() } }),
    );
  }

  /** Ends the connection that a token belongs to. A token of another app changes nothing (RFC 7009). */
  async function revoke(given: Parameters): Promise<void> {
    const tokenHash = hashOf(given.token ?? '');
    const token = tokenHash === undefined ? undefined : await findToken(db, tokenHash);
    if (!token || ![undefined, token.client_id].includes(given.client_id)) return;
    await connections.end({ id: token.connection_id }, { reason: 'revoked by the app' });
  }

  async function issue(trx: Db, { id, scope }: { id: string; scope: string }): Promise<TokenAnswer> {
    const access_token = newToken(prefix, 'access');
    const refresh_token = newToken(prefix, 'refresh');
    await insertTokens(trx, [
      {
        token_hash: sha256(access_token),
        connection_id: id,
        kind: 'access',
        expires_at: now() + accessTokenSeconds * 1000,
      },
      {
        token_hash: sha256(refresh_token),
        connection_id: id,
        kind: 'refresh',
        expires_at: now() + refreshTokenDays * dayMs,
      },
    ]);
    return { access_token, token_type: 'Bearer', expires_in: accessTokenSeconds, refresh_token, scope };
  }

  /** Says whether the app has to register again or the person has to sign in again. */
  async function refuse(clientId: string | undefined) {
    if (clientId === undefined) return tokenError('invalid_request', 'The client_id is missing.');
    // An app with a URL has nothing to register: its document is read when its person signs in.
    if (!URL.canParse(clientId) && !(await clients.find(clientId)))
      return tokenError('invalid_client', 'This client is not registered. Register it again.');
    return tokenError('invalid_grant', 'The code or token is wrong, used or expired. Sign in again.');
  }

  return { exchange, refresh, revoke };
}

export type Tokens = ReturnType<typeof createTokens>;
