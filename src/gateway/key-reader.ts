import type { Logger } from 'pino';
import { findOwnedKeys, type OwnedKey } from '../keys/owner-store.ts';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type CachedKey, toCachedKey } from './cached-key.ts';

/** `nobody`: there is no such key. `unreadable`: there is, but SECRET_KEY does not open it. */
type FoundKey = CachedKey | 'nobody' | 'unreadable';

const batchMax = 256;
const queriesMax = 4;

/** Reads keys from the database: those that are asked for in one tick together, in one query. */
export class KeyReader {
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
