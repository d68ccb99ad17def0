import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { rolesOf } from '../keys/keys.ts';
import { openSecret } from '../keys/sealed-secret.ts';
import { findKeyByClientId, type KeyRow, readRevision } from '../keys/store.ts';
import type { Db } from '../platform/database.ts';
import { unavailable } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';

export interface CachedKey {
  id: string;
  clientId: string;
  roles: string[];
  requestsPerHour: number;
  expiresAt: number;
  secret: string;
  signingKey: KeyObject;
}

const keysMax = 20_000;
/** Asked again in the background after this … */
const askAfterMs = 300;
/** … and nobody is let in on an older answer than this. */
const trustMsMax = 800;
/** An answer that took longer than that is asked for again, so many times. */
const roundsMax = 3;

/**
 * Keys that were read from the database and are still as they were. One row of the database counts the
 * changes that could turn a yes into a no; as long as that number is the one last seen, what is known is
 * true. It is asked for at most a few times a second, however many requests there are.
 */
export class KeyCache {
  readonly #db: Db;
  readonly #secrets: Secrets;
  readonly #log: Logger;
  readonly #keys = new Map<string, CachedKey>();
  /** Raised whenever everything is forgotten: what was being read meanwhile is not kept. */
  #generation = 0;
  #revision: number | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(options: { db: Db; secrets: Secrets; log: Logger }) {
    this.#db = options.db;
    this.#secrets = options.secrets;
    this.#log = options.log;
  }

  async find(clientId: string): Promise<CachedKey | undefined> {
    if (this.#ageMs() > askAfterMs) await this.#refresh();
    return this.#keys.get(clientId) ?? this.#read(clientId);
  }

  /** What memory alone says: undefined when it holds no such key, or what it holds may be out of date. */
  recall(clientId: string): CachedKey | undefined {
    const ageMs = this.#ageMs();
    if (ageMs > trustMsMax) return undefined;
    if (ageMs > askAfterMs) this.#ask().catch(() => {});
    return this.#keys.get(clientId);
  }

  /** Something was taken back in this process: from the next request on it is refused. */
  forgetAll(): void {
    this.#generation++;
    this.#keys.clear();
  }

  /** Not the portal's clock: this is about how long ago something was done here. */
  #ageMs = () => performance.now() - this.#askedAt;

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
    this.#asking ??= this.#compareRevision().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #compareRevision(): Promise<void> {
    // The answer is as old as the question.
    const askedAt = performance.now();
    const revision = await readRevision(this.#db);
    if (revision !== this.#revision) this.forgetAll();
    this.#revision = revision;
    this.#askedAt = askedAt;
  }

  async #read(clientId: string): Promise<CachedKey | undefined> {
    const generation = this.#generation;
    const row = await findKeyByClientId(this.#db, clientId);
    if (!row) return undefined;
    const secret = this.#open(row);
    if (secret === undefined) return undefined;
    const key: CachedKey = {
      id: row.id,
      clientId,
      roles: rolesOf(row),
      requestsPerHour: row.requests_per_hour,
      expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
      secret,
      signingKey: createSecretKey(secret, 'utf8'),
    };
    if (generation === this.#generation) this.#keep(key);
    return key;
  }

  #open(row: KeyRow): string | undefined {
    try {
      return openSecret(this.#secrets, row);
    } catch (error) {
      this.#log.warn({ err: error, key: row.id }, 'a key cannot be opened');
      return undefined;
    }
  }

  #keep(key: CachedKey): void {
    if (this.#keys.size >= keysMax) this.#keys.delete(this.#keys.keys().next().value!);
    this.#keys.set(key.clientId, key);
  }
}
