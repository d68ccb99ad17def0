import type { Logger } from 'pino';
import { deleteOldChanges, type Revision, readChanges, readRevision } from '../keys/change-store.ts';
import type { Db } from '../platform/database.ts';
import { unavailable } from '../platform/errors.ts';
import { LruCache } from '../platform/lru-cache.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { CachedKey } from './cached-key.ts';
import { KeyReader } from './key-reader.ts';

/** Measured with long addresses and names. Its lease and counts, kept elsewhere, take half a kilobyte more, and so does the key that checks tokens. */
const keyBytes = 1000;
const memoryBytesMax = 100_000_000;
/** Asked again in the background after this … */
const askAfterMs = 300;
/** … and nobody is let in on an older answer than this. */
const trustMsMax = 800;
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
    if (this.#ageMs() > askAfterMs) await this.#refresh();
    const known = this.#keys.get(clientId);
    if (known || this.isNobody(clientId)) {
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
  isNobody(clientId: string): boolean {
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
    if (ageMs > trustMsMax) return false;
    if (ageMs > askAfterMs) this.#ask().catch(() => {});
    return true;
  }

  #ageMs = () => this.#monotonicMs() - this.#askedAt;

  async #refresh(): Promise<void> {
    const asked = this.#ask();
    // If it fails, that is noticed when the last answer is no longer young enough.
    if (this.#ageMs() <= trustMsMax) return void asked.catch(() => {});
    await asked;
    for (let round = 1; this.#ageMs() > trustMsMax; round++) {
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
