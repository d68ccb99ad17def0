import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { deleteOldChanges, type Revision, readChanges, readRevision } from '../keys/change-store.ts';
import { openSecret, type StoredSecret, secretsOf } from '../keys/key-secrets.ts';
import { rolesOf } from '../keys/own-key.ts';
import { findOwnedKeys, type OwnedKey } from '../keys/owner-store.ts';
import type { SecretState } from '../keys/store.ts';
import type { Db } from '../platform/database.ts';
import { unavailable } from '../platform/errors.ts';
import { LruCache } from '../platform/lru-cache.ts';
import type { Secrets } from '../platform/secrets.ts';

/** Measured with long addresses and names. Its lease and counts, kept elsewhere, take half a kilobyte more, and so does the key that checks tokens. */
const keyBytes = 1000;
const memoryBytesMax = 100_000_000;
/** Asked again in the background after this … */
const refreshAfterMs = 300;
/** … and nobody is let in on an older answer than this. */
const maxTrustMs = 800;
/** An answer that took longer than that is asked for again, so many times. */
const roundsMax = 3;
/** A new secret or role may be used before this process has heard of it: a no is asked about at most this often. */
const confirmAfterMs = 50;
/** A client id that nobody has is not asked for again for so long. */
const nobodyMs = 5000;
const nobodiesMax = 10_000;
/** A copy of the database that lags has caught up by then; what still says less than was heard is a restored backup. */
const behindMsMax = 30_000;

interface KeyCacheOptions {
  db: Db;
  secrets: Secrets;
  log: Logger;
  /** Not the portal's clock, which people set: this is about how long ago something was done here. */
  monotonicMs?: () => number;
}

/**
 * Keys that were read from the database and are still as they were. One row of the database counts the
 * changes that could turn a yes into a no, and a list names the key of each; as long as that number is the
 * one last seen, what is known is true. It is asked for at most a few times a second, however many requests
 * there are.
 */
export class KeyCache {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #monotonicMs: () => number;
  readonly #reader: KeyReader;
  readonly #keys = new LruCache<string, CachedKey>(memoryBytesMax / keyBytes);
  readonly #clientIds = new Map<string, string>();
  readonly #nobodies = new Map<string, number>();
  /** Where keys were found since the start. */
  readonly lookups = { memory: 0, database: 0 };
  /** Raised whenever something is forgotten: what was being read meanwhile is not kept. */
  #generation = 0;
  #revision: Revision | undefined;
  #behindSince: number | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(options: KeyCacheOptions) {
    this.#db = options.db;
    this.#log = options.log;
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
    this.#reader = new KeyReader(options);
  }

  async find(clientId: string): Promise<CachedKey | undefined> {
    if (this.#ageMs() > refreshAfterMs) await this.#refresh();
    const known = this.#keys.get(clientId);
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

  /** What memory alone says: undefined when it holds no such key, or what it holds may be out of date. */
  recall(clientId: string): CachedKey | undefined {
    return this.#isTrusted() ? this.#keys.get(clientId) : undefined;
  }

  /** Whether memory alone can say that there is no such key. */
  isKnownMissing(clientId: string): boolean {
    const until = this.#nobodies.get(clientId);
    return until !== undefined && until > this.#monotonicMs() && this.#isTrusted();
  }

  /** Returns once nothing that was changed before the call is unknown here, give or take a moment. */
  async confirm(): Promise<void> {
    if (this.#ageMs() > confirmAfterMs) await this.#ask();
  }

  /** Something was changed in this process: from the next request on it is so. */
  forget(keyIds: string[]): void {
    this.#generation++;
    this.#nobodies.clear();
    for (const keyId of keyIds) {
      const clientId = this.#clientIds.get(keyId);
      this.#clientIds.delete(keyId);
      if (clientId !== undefined) this.#keys.delete(clientId);
    }
  }

  forgetAll(): void {
    this.forget([]);
    this.#keys.clear();
    this.#clientIds.clear();
  }

  async forgetOld(): Promise<void> {
    await deleteOldChanges(this.#db);
  }

  #isTrusted(): boolean {
    const ageMs = this.#ageMs();
    if (ageMs > maxTrustMs) return false;
    if (ageMs > refreshAfterMs) this.#ask().catch(() => {});
    return true;
  }

  #ageMs = () => this.#monotonicMs() - this.#askedAt;

  async #refresh(): Promise<void> {
    const asked = this.#ask();
    // If it fails, that is noticed when the last answer is no longer young enough.
    if (this.#ageMs() <= maxTrustMs) return void asked.catch(() => {});
    await asked;
    for (let round = 1; this.#ageMs() > maxTrustMs; round++) {
      if (round === roundsMax) throw unavailable();
      await this.#ask();
    }
  }

  #ask(): Promise<void> {
    this.#asking ??= this.#learnChanges().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #learnChanges(): Promise<void> {
    // The answer is as old as the question.
    const askedAt = this.#monotonicMs();
    const { revision, keyIds } =
      this.#revision === undefined
        ? { revision: await readRevision(this.#db), keyIds: undefined }
        : await readChanges(this.#db, this.#revision);
    if (this.#isBehind(revision)) throw unavailable();
    if (keyIds === undefined) this.forgetAll();
    else if (keyIds.length > 0) this.forget(keyIds);
    this.#revision = revision;
    this.#askedAt = askedAt;
  }

  /** The database says less than this process has heard: a yes could be for a key that is known to be deleted. */
  #isBehind({ number }: Revision): boolean {
    if (this.#revision === undefined || number >= this.#revision.number) {
      this.#behindSince = undefined;
      return false;
    }
    if (this.#behindSince === undefined)
      this.#log.error(
        { heard: this.#revision.number, said: number },
        'the database is behind what was heard',
      );
    this.#behindSince ??= this.#monotonicMs();
    if (this.#monotonicMs() - this.#behindSince < behindMsMax) return true;
    this.#behindSince = undefined;
    return false;
  }

  async #read(clientId: string): Promise<CachedKey | undefined> {
    const generation = this.#generation;
    const found = await this.#reader.read(clientId);
    if (found === 'unreadable') return undefined;
    if (generation === this.#generation) this.#keep(clientId, found);
    return found === 'nobody' ? undefined : found;
  }

  #keep(clientId: string, found: CachedKey | 'nobody'): void {
    if (found === 'nobody') {
      if (this.#nobodies.size >= nobodiesMax) this.#nobodies.clear();
      this.#nobodies.set(ownText(clientId), this.#monotonicMs() + nobodyMs);
      return;
    }
    // By the text of its row, for the same reason.
    this.#clientIds.set(found.id, found.clientId);
    const gone = this.#keys.set(found.clientId, found);
    if (gone) this.#clientIds.delete(gone.id);
  }
}

/** What was cut out of a request keeps all of it in memory, a password of kilobytes for an id of twenty letters. */
const ownText = (text: string) => Buffer.from(text).toString();

/** `nobody`: there is no such key. `unreadable`: there is, but SECRET_KEY does not open it. */
type FoundKey = CachedKey | 'nobody' | 'unreadable';

const batchMax = 256;
const queriesMax = 4;

/** Reads keys from the database: those that are asked for in one tick together, in one query. */
class KeyReader {
  readonly #db: Db;
  readonly #secrets: Secrets;
  readonly #log: Logger;
  readonly #waiting = new Map<string, PromiseWithResolvers<FoundKey>>();
  #queries = 0;
  #isDue = false;

  constructor(options: { db: Db; secrets: Secrets; log: Logger }) {
    this.#db = options.db;
    this.#secrets = options.secrets;
    this.#log = options.log;
  }

  /** What the database says from now on, never what it said before. */
  read(clientId: string): Promise<FoundKey> {
    let asked = this.#waiting.get(clientId);
    if (!asked) {
      asked = Promise.withResolvers();
      this.#waiting.set(clientId, asked);
      this.#askSoon();
    }
    return asked.promise;
  }

  #askSoon(): void {
    if (this.#isDue || this.#queries >= queriesMax || this.#waiting.size === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#ask();
    });
  }

  async #ask(): Promise<void> {
    const batch = [...this.#waiting].slice(0, batchMax);
    for (const [clientId] of batch) this.#waiting.delete(clientId);
    this.#queries++;
    this.#askSoon();
    try {
      const rows = await findOwnedKeys(this.#db, padded(batch.map(([clientId]) => clientId)));
      const found = new Map(rows.map((row) => [row.external_id, row]));
      for (const [clientId, { resolve }] of batch) resolve(this.#open(found.get(clientId)));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    } finally {
      this.#queries--;
      this.#askSoon();
    }
  }

  #open(row: OwnedKey | undefined): FoundKey {
    if (!row) return 'nobody';
    try {
      return toCachedKey(this.#secrets, row);
    } catch (error) {
      this.#log.warn({ err: error, key: row.id }, 'a key cannot be opened');
      return 'unreadable';
    }
  }
}

/** To the next power of two: a statement for every length would push all others out of the database's memory. */
function padded(clientIds: string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(clientIds.length));
  return [...clientIds, ...Array<string>(length - clientIds.length).fill(clientIds[0]!)];
}

/** Everything about a key that a decision about a call needs. Quota and usage are kept elsewhere, by its id. */
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
  /** The one before it: until that has ended, both open. */
  oldSecret: CachedSecret | undefined;
}

export class CachedSecret {
  readonly id: string;
  readonly text: string;
  readonly state: SecretState;
  readonly endsAt: number | undefined;
  #signingKey: KeyObject | undefined;

  constructor(stored: StoredSecret, text: string) {
    this.id = stored.id;
    this.text = text;
    this.state = stored.state;
    this.endsAt = stored.endsAt ?? undefined;
  }

  /** Made for the first token: most keys are used by their secret, and these objects are not small. */
  get signingKey(): KeyObject {
    this.#signingKey ??= createSecretKey(this.text, 'utf8');
    return this.#signingKey;
  }
}

/** Throws when the secret in use cannot be opened. The one before it may be under a key that is gone: then it is over. */
function toCachedKey(secrets: Secrets, row: OwnedKey): CachedKey {
  const [inUse, old] = secretsOf(row);
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
    secret: open(secrets, row.id, inUse),
    oldSecret: old && openOld(secrets, row.id, old),
  };
}

const open = (secrets: Secrets, keyId: string, stored: StoredSecret) =>
  new CachedSecret(stored, openSecret(secrets, keyId, stored));

function openOld(secrets: Secrets, keyId: string, stored: StoredSecret): CachedSecret | undefined {
  try {
    return open(secrets, keyId, stored);
  } catch {
    return undefined;
  }
}
