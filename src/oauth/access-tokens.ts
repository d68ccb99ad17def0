import type { Credentials } from '../gateway/credentials.ts';
import type { KeyCache } from '../gateway/key-cache.ts';
import type { Db } from '../platform/database.ts';
import { LruCache } from '../platform/lru-cache.ts';
import { mcpServer, oauth } from '../urls.ts';
import { findToken } from './store.ts';
import { createTokenHash } from './token-format.ts';

interface AccessTokensOptions {
  db: Db;
  keys: Pick<KeyCache, 'find'>;
  prefixes: string[];
  publicUrl: string;
  /** The address of the MCP server. */
  resource: string;
  permission: string;
  now: () => number;
}

/** About 200 bytes each. */
const maxKnown = 50_000;
const maxUnknown = 10_000;

/**
 * Leads from an access token to the hidden key of its connection. What a token leads to never changes and an unknown
 * token never becomes known, so neither cache is ever invalidated: the key cache forgets the key of a connection that
 * has ended.
 */
export class AccessTokens {
  readonly #options: AccessTokensOptions;
  readonly #hashOf: (token: string) => string | undefined;
  readonly #known = new LruCache<string, { clientId: string; expiresAt: number }>(maxKnown);
  readonly #unknown = new LruCache<string, true>(maxUnknown);
  /** The `WWW-Authenticate` of a 401, by which a client finds out where to sign in. */
  readonly challenges: { missing: string; invalid: string };

  constructor(options: AccessTokensOptions) {
    this.#options = options;
    this.#hashOf = createTokenHash(options.prefixes);
    const metadata = options.publicUrl + oauth.protectedResource + mcpServer;
    const where = `resource_metadata="${metadata}", scope="${options.permission}"`;
    this.challenges = {
      missing: `Bearer ${where}`,
      invalid: `Bearer error="invalid_token", error_description="Sign in again", ${where}`,
    };
  }

  /** The credentials of the connection's key, which works with them like any other. Undefined if there is none. */
  async findCredentials(token: string): Promise<Credentials | undefined> {
    const { keys, now } = this.#options;
    const tokenHash = this.#hashOf(token);
    const known = tokenHash === undefined ? undefined : await this.#find(tokenHash);
    if (!known || known.expiresAt <= now()) return undefined;
    const key = await keys.find(known.clientId);
    return key && { clientId: key.clientId, password: key.secret.text };
  }

  async #find(tokenHash: string) {
    const known = this.#known.get(tokenHash);
    if (known || this.#unknown.get(tokenHash)) return known;
    const { db, resource } = this.#options;
    const token = await findToken(db, tokenHash);
    if (token?.kind !== 'access' || token.resource !== resource) {
      this.#unknown.set(tokenHash, true);
      return undefined;
    }
    const found = { clientId: token.key_client_id, expiresAt: token.expires_at };
    this.#known.set(tokenHash, found);
    return found;
  }
}
