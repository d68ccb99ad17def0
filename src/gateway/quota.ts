import type { Db } from '../platform/database.ts';
import type { CachedKey } from './cached-key.ts';
import { giveBackToHour, takeFromHour } from './quota-store.ts';

export interface QuotaAnswer {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Epoch seconds at which the next hour begins. */
  resetSeconds: number;
}

interface Lease {
  hour: number;
  limit: number;
  /** Requests that this process may still let through without asking. */
  left: number;
  /** Requests of this hour that no process has taken yet, when last asked. */
  untaken: number;
}

const hourMs = 3600 * 1000;
/** A process takes this part of the limit at a time, and may so refuse that much early. */
const leasePart = 0.05;
const leasesMax = 50_000;
/** Less than the time between cutting off the last connection and the end of the process. */
const giveBackMsMax = 1200;

/** Requests an hour and key, counted in the database in small advances: never above the limit, seldom asked. */
export class Quota {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #leases = new Map<string, Lease>();
  readonly #taking = new Map<string, Promise<void>>();

  constructor(options: { db: Db; now: () => number }) {
    this.#db = options.db;
    this.#now = options.now;
  }

  /** One request out of what this process has in hand; undefined when the database must be asked. */
  takeLeased(key: CachedKey): QuotaAnswer | undefined {
    const lease = this.#current(key, this.#hour());
    if (lease && lease.left > 0) {
      lease.left--;
      return answer(true, lease);
    }
    return lease?.untaken === 0 ? answer(false, lease) : undefined;
  }

  async take(key: CachedKey): Promise<QuotaAnswer> {
    for (;;) {
      // Anew each time: the hour may have ended while an advance was being taken.
      const hour = this.#hour();
      const taken = this.takeLeased(key);
      if (taken) return taken;
      // A request that comes while an advance is being taken waits for that one.
      let taking = this.#taking.get(key.id);
      if (!taking) {
        taking = this.#extend(key, hour).finally(() => this.#taking.delete(key.id));
        this.#taking.set(key.id, taking);
      }
      await taking;
    }
  }

  /** For the end of the process: what it had in hand is anybody's again, as far as the time goes. */
  async giveBackAll(): Promise<void> {
    const until = performance.now() + giveBackMsMax;
    const hour = this.#hour();
    for (const keyId of [...this.#leases.keys()]) {
      if (performance.now() > until) return;
      await this.#giveBack(keyId, hour);
    }
  }

  #hour = () => Math.floor(this.#now() / hourMs);

  #current(key: CachedKey, hour: number): Lease | undefined {
    const lease = this.#leases.get(key.id);
    return lease?.hour === hour && lease.limit === key.requestsPerHour ? lease : undefined;
  }

  async #extend(key: CachedKey, hour: number): Promise<void> {
    await this.#giveBack(key.id, hour);
    const limit = key.requestsPerHour;
    const advance = Math.max(1, Math.floor(limit * leasePart));
    for (const count of advance > 1 ? [advance, 1] : [1]) {
      const used = await takeFromHour(this.#db, { keyId: key.id, hour, count, limit });
      if (used !== undefined)
        return this.#keep(key.id, { hour, limit, left: count, untaken: Math.max(0, limit - used) });
    }
    this.#keep(key.id, { hour, limit, left: 0, untaken: 0 });
  }

  /** What was taken under another limit must not be spent under this one, nor be lost. */
  async #giveBack(keyId: string, hour: number): Promise<void> {
    const lease = this.#leases.get(keyId);
    this.#leases.delete(keyId);
    if (lease?.hour === hour && lease.left > 0)
      await giveBackToHour(this.#db, { keyId, hour, count: lease.left });
  }

  #keep(keyId: string, lease: Lease): void {
    if (this.#leases.size >= leasesMax) this.#leases.delete(this.#leases.keys().next().value!);
    this.#leases.set(keyId, lease);
  }
}

function answer(allowed: boolean, lease: Lease): QuotaAnswer {
  return {
    allowed,
    limit: lease.limit,
    remaining: lease.untaken + lease.left,
    resetSeconds: ((lease.hour + 1) * hourMs) / 1000,
  };
}
