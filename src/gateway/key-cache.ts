import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { deleteOldChanges, type Revision, readChanges, readRevision } from '../keys/change-store.ts';
import { openSecret, type StoredSecret, secretsOf } from '../keys/key-secrets.ts';
import { rolesOf } from '../keys/own-key.ts';
import { findOwnedKeys, type OwnedKey } from '../keys/owner-store.ts';
import { type KeyRow, listKeysOf, type SecretState } from '../keys/store.ts';
import type { Db } from '../platform/database.ts';
import { unavailable } from '../platform/errors.ts';
import { LruCache } from '../platform/lru-cache.ts';
import { isSameText, type Secrets } from '../platform/secrets.ts';
import { type ConnectionRights, rightsOf } from './connection-rights.ts';
import { openToken, type SignedToken } from './credentials.ts';

/** Measured with long addresses and names. The key's lease and counts, which other files hold, take half a kilobyte more. */
const keyBytes = 1000;
const maxMemoryBytes = 100_000_000;
/** A token with nothing unusual has about 200 characters. */
const maxRememberedToken = 500;
/** The revision is read again in the background after this time … */
const refreshAfterMs = 300;
/** … and no call is allowed on a revision that is older than this. */
const maxTrustMs = 800;
const maxRefreshAttempts = 3;
/** A new secret or role may be used before this process has read it, so a denial is checked at most this often. */
const recheckAfterMs = 50;
const missingMs = 5000;
const maxMissing = 10_000;
/** A replica that lags has caught up by then. A database that is still behind is a restored backup. */
const maxLagMs = 30_000;
const maxBatch = 256;
const maxQueries = 4;

/** Everything about a key that the decision about a call needs. Quota and usage are stored elsewhere, by its id. */
export interface CachedKey {
  id: string;
  personId: string;
  keyLimit: number;
  personLimit: number;
  clientId: string;
  roles: string[];
  expiresAt: number | undefined;
  isSuspended: boolean;
  email: string;
  secret: CachedSecret;
  /** The previous secret, which works too until it has ended. */
  oldSecret: CachedSecret | undefined;
  /** Set for the key of a connection, whose roles are those of the person's own keys. */
  connection: ConnectionRights | undefined;
}

export class CachedSecret {
  readonly id: string;
  readonly text: string;
  readonly state: SecretState;
  readonly endsAt: number | undefined;
  #signingKey: KeyObject | undefined;
  #lastToken: { text: string; opened: SignedToken } | undefined;

  constructor(stored: StoredSecret, text: string) {
    this.id = stored.id;
    this.text = text;
    this.state = stored.state;
    this.endsAt = stored.endsAt ?? undefined;
  }

  /**
   * Undefined unless the token is signed with this secret. The last token is remembered, because programs send the same
   * one for minutes and the signature takes longer than the rest of the decision. The key object is created for the
   * first token: most keys are used by their secret, and it takes half a kilobyte.
   */
  openToken(text: string): SignedToken | undefined {
    if (this.#lastToken && isSameText(text, this.#lastToken.text)) return this.#lastToken.opened;
    this.#signingKey ??= createSecretKey(this.text, 'utf8');
    const opened = openToken(text, this.#signingKey);
    if (opened && text.length <= maxRememberedToken) this.#lastToken = { text, opened };
    return opened;
  }
}

interface KeyCacheOptions {
  db: Db;
  secrets: Secrets;
  log: Logger;
  now?: () => number;
  /** The wall clock can be set, so ages are measured with a monotonic one. */
  monotonicMs?: () => number;
}

/**
 * Caches keys for as long as the database has not changed them. One row counts the changes that could turn an allowed
 * call into a denied one, and a list names the key of each change. Cached keys are valid while that number is the one
 * last read, which happens a few times a second however many calls arrive.
 */
export class KeyCache {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #monotonicMs: () => number;
  readonly #reader: KeyReader;
  readonly #keys = new LruCache<string, CachedKey>(maxMemoryBytes / keyBytes);
  readonly #clientIds = new Map<string, string>();
  /** Connections by the id of each key that decides about their rights. */
  readonly #connections = new Map<string, Set<CachedKey>>();
  readonly #missingClientIds = new Map<string, number>();
  /** Counts of where keys were found since the start. */
  readonly lookups = { memory: 0, database: 0 };
  /** Incremented at every invalidation, so that a key that was being read meanwhile is not cached. */
  #generation = 0;
  #revision: Revision | undefined;
  #behindSince: number | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: KeyCacheOptions) {
    this.#db = options.db;
    this.#log = options.log;
    this.#now = options.now ?? Date.now;
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
    this.#reader = new KeyReader({ ...options, now: this.#now });
  }

  async find(clientId: string): Promise<CachedKey | undefined> {
    if (this.#ageMs() > refreshAfterMs) await this.#refresh();
    const known = this.#get(clientId);
    if (known || this.isKnownMissing(clientId)) {
      this.lookups.memory++;
      return known;
    }
    this.lookups.database++;
    return this.#read(clientId);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Looks in memory alone. Undefined if the key is not cached or the cache may be out of date. */
  findCached(clientId: string): CachedKey | undefined {
    return this.#isTrusted() ? this.#get(clientId) : undefined;
  }

  /** The rights of a connection are read again when a key that gave them has expired. */
  #get(clientId: string): CachedKey | undefined {
    const key = this.#keys.get(clientId);
    return key?.connection && key.connection.until <= this.#now() ? undefined : key;
  }

  /** Whether memory alone shows that there is no such key. */
  isKnownMissing(clientId: string): boolean {
    const until = this.#missingClientIds.get(clientId);
    return until !== undefined && until > this.#monotonicMs() && this.#isTrusted();
  }

  /** Resolves when every change made up to `recheckAfterMs` ago is known here. */
  async recheck(): Promise<void> {
    if (this.#ageMs() > recheckAfterMs) await this.#readRevision();
  }

  /** Applies a change that this process has made, without waiting for the next revision. */
  invalidate(keyIds: string[]): void {
    this.#generation++;
    this.#missingClientIds.clear();
    for (const keyId of keyIds) {
      const clientId = this.#clientIds.get(keyId);
      const key = clientId === undefined ? undefined : this.#keys.get(clientId);
      for (const changed of [...(key ? [key] : []), ...(this.#connections.get(keyId) ?? [])]) {
        this.#keys.delete(changed.clientId);
        this.#forget(changed);
      }
    }
  }

  invalidateAll(): void {
    this.invalidate([]);
    this.#keys.clear();
    this.#clientIds.clear();
    this.#connections.clear();
  }

  async forgetOld(): Promise<void> {
    await deleteOldChanges(this.#db);
  }

  #isTrusted(): boolean {
    const ageMs = this.#ageMs();
    if (ageMs > maxTrustMs) return false;
    if (ageMs > refreshAfterMs) this.#readRevision().catch(() => {});
    return true;
  }

  #ageMs = () => this.#monotonicMs() - this.#readAt;

  async #refresh(): Promise<void> {
    const reading = this.#readRevision();
    // A failure shows when the last revision becomes too old.
    if (this.#ageMs() <= maxTrustMs) return void reading.catch(() => {});
    await reading;
    for (let attempt = 1; this.#ageMs() > maxTrustMs; attempt++) {
      if (attempt === maxRefreshAttempts) throw unavailable();
      await this.#readRevision();
    }
  }

  #readRevision(): Promise<void> {
    this.#reading ??= this.#applyChanges().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #applyChanges(): Promise<void> {
    // The answer may be as old as the query.
    const readAt = this.#monotonicMs();
    const { revision, keyIds } =
      this.#revision === undefined
        ? { revision: await readRevision(this.#db), keyIds: undefined }
        : await readChanges(this.#db, this.#revision);
    if (this.#isBehind(revision)) throw unavailable();
    if (keyIds === undefined) this.invalidateAll();
    else if (keyIds.length > 0) this.invalidate(keyIds);
    this.#revision = revision;
    this.#readAt = readAt;
  }

  /** Whether the database has an older revision than this process has seen. Then a deleted key could be allowed. */
  #isBehind({ number }: Revision): boolean {
    if (this.#revision === undefined || number >= this.#revision.number) {
      this.#behindSince = undefined;
      return false;
    }
    if (this.#behindSince === undefined)
      this.#log.error(
        { known: this.#revision.number, read: number },
        'the database is behind a known revision',
      );
    this.#behindSince ??= this.#monotonicMs();
    if (this.#monotonicMs() - this.#behindSince < maxLagMs) return true;
    this.#behindSince = undefined;
    return false;
  }

  async #read(clientId: string): Promise<CachedKey | undefined> {
    const generation = this.#generation;
    const found = await this.#reader.read(clientId);
    if (found === 'unreadable') return undefined;
    if (generation === this.#generation) this.#cache(clientId, found);
    return found === 'missing' ? undefined : found;
  }

  #cache(clientId: string, found: CachedKey | 'missing'): void {
    if (found === 'missing') {
      if (this.#missingClientIds.size >= maxMissing) this.#missingClientIds.clear();
      this.#missingClientIds.set(copyText(clientId), this.#monotonicMs() + missingMs);
      return;
    }
    const replaced = this.#keys.get(found.clientId);
    if (replaced) this.#forget(replaced);
    // The text of the row is the map's key, for the same reason as `copyText`.
    this.#clientIds.set(found.id, found.clientId);
    for (const keyId of found.connection?.keyIds ?? [])
      this.#connections.set(keyId, (this.#connections.get(keyId) ?? new Set()).add(found));
    const removed = this.#keys.set(found.clientId, found);
    if (removed) this.#forget(removed);
  }

  /** Removes a key that is no longer cached from the indexes. */
  #forget(key: CachedKey): void {
    this.#clientIds.delete(key.id);
    for (const keyId of key.connection?.keyIds ?? []) {
      const connections = this.#connections.get(keyId);
      connections?.delete(key);
      if (connections?.size === 0) this.#connections.delete(keyId);
    }
  }
}

/** A substring of a request would keep the whole request in memory: kilobytes for an id of twenty letters. */
const copyText = (text: string) => Buffer.from(text).toString();

/** `unreadable` means that the key exists and no key of SECRET_KEY opens it. */
type FoundKey = CachedKey | 'missing' | 'unreadable';

/** Reads keys from the database. Reads of the same tick share one query. */
class KeyReader {
  readonly #options: Required<Omit<KeyCacheOptions, 'monotonicMs'>>;
  readonly #waiting = new Map<string, PromiseWithResolvers<FoundKey>>();
  #queries = 0;
  #isScheduled = false;

  constructor(options: Required<Omit<KeyCacheOptions, 'monotonicMs'>>) {
    this.#options = options;
  }

  /** Returns what the database says from now on, never an earlier answer. */
  read(clientId: string): Promise<FoundKey> {
    let waiting = this.#waiting.get(clientId);
    if (!waiting) {
      waiting = Promise.withResolvers();
      this.#waiting.set(clientId, waiting);
      this.#schedule();
    }
    return waiting.promise;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queries >= maxQueries || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#readBatch();
    });
  }

  async #readBatch(): Promise<void> {
    const batch = [...this.#waiting].slice(0, maxBatch);
    for (const [clientId] of batch) this.#waiting.delete(clientId);
    this.#queries++;
    this.#schedule();
    try {
      const rows = await findOwnedKeys(
        this.#options.db,
        padToPowerOfTwo(batch.map(([clientId]) => clientId)),
      );
      const found = new Map(rows.map((row) => [row.external_id, row]));
      const ownKeys = await this.#readOwnKeys(rows);
      for (const [clientId, { resolve }] of batch) resolve(this.#open(found.get(clientId), ownKeys));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    } finally {
      this.#queries--;
      this.#schedule();
    }
  }

  /** Reads the keys of every person with a connection among the rows, by the person's id. */
  async #readOwnKeys(rows: OwnedKey[]): Promise<Map<string, KeyRow[]>> {
    const people = new Set(rows.filter(({ slot }) => slot === null).map(({ user_id }) => user_id));
    if (people.size === 0) return new Map();
    const keys = await listKeysOf(this.#options.db, padToPowerOfTwo([...people]));
    return Map.groupBy(keys, ({ user_id }) => user_id);
  }

  #open(row: OwnedKey | undefined, ownKeys: Map<string, KeyRow[]>): FoundKey {
    if (!row) return 'missing';
    try {
      const key = toCachedKey(this.#options.secrets, row);
      if (row.slot !== null) return key;
      const connection = rightsOf(ownKeys.get(row.user_id) ?? [], this.#options.now());
      return { ...key, connection, roles: connection.roles, keyLimit: key.personLimit };
    } catch (error) {
      this.#options.log.warn({ err: error, key: row.id }, 'a key cannot be decrypted');
      return 'unreadable';
    }
  }
}

/** A statement for every length would push all other prepared statements out of the database's cache. */
function padToPowerOfTwo(ids: string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return [...ids, ...Array<string>(length - ids.length).fill(ids[0] ?? '')];
}

/** Throws if the current secret cannot be decrypted. An old one that cannot be decrypted counts as ended. */
function toCachedKey(secrets: Secrets, row: OwnedKey): CachedKey {
  const [current, old] = secretsOf(row);
  const open = (stored: StoredSecret) => new CachedSecret(stored, openSecret(secrets, row.id, stored));
  const openOld = (stored: StoredSecret) => {
    try {
      return open(stored);
    } catch {
      return undefined;
    }
  };
  return {
    id: row.id,
    personId: row.user_id,
    keyLimit: row.requests_per_hour,
    personLimit: row.person_requests_per_hour,
    clientId: row.external_id,
    roles: rolesOf(row),
    expiresAt: row.expires_at ?? undefined,
    isSuspended: row.suspended_at !== null,
    email: row.email,
    secret: open(current),
    oldSecret: old && openOld(old),
    connection: undefined,
  };
}
