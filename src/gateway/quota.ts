import { addressHashes } from '../accounts/address-history.ts';
import type { KeyHour } from '../keys/contract.ts';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { hourMs, iso } from '../time.ts';
import type { CachedKey } from './key-cache.ts';
import type { Processes } from './processes.ts';
import {
  deleteHoursBefore,
  type HourUse,
  type KeyHourUse,
  listHourUse,
  resetFutureHours,
  returnToHour,
  takeFromHour,
  type UnusedRequests,
} from './quota-store.ts';

export interface QuotaAnswer {
  allowed: boolean;
  /** The limit of the key or of the person, whichever has fewer requests left. */
  limit: number;
  remaining: number;
  /** Epoch seconds at which the next hour begins. */
  resetSeconds: number;
}

interface KeyQuotaAnswer extends QuotaAnswer {
  /** Whether the person has fewer requests left than the key. */
  isPersons: boolean;
}

interface QuotaOptions {
  db: Db;
  secrets: Secrets;
  processes: Pick<Processes, 'count'>;
  now: () => number;
  /** Beyond this number, the least recently extended lease is returned. */
  maxLeases?: number;
}

/** Requests of one key in one hour that this process may allow without a query. */
interface Lease {
  hour: number;
  keyId: string;
  personId: string;
  keyLimit: number;
  personLimit: number;
  /** Leased requests that are not used yet. */
  left: number;
  /** Requests that no process had leased at the last query: of the key or of the person, whichever has fewer. */
  available: number;
  /** The limit of whichever has fewer. */
  limit: number;
  /** The lease is extended when no more than these are left. */
  refillAt: number;
}

/** More than the number of keys that are cached at a time. */
const defaultMaxLeases = 120_000;
/** Other processes may be faster each time. The last attempt takes one request instead of a lease. */
const maxAttempts = 3;
/** Less than the time between closing the last connection and the end of the process. */
const maxReturnMs = 1200;
const returnBatch = 100;
/** All processes together lease about this part of what is available. */
const leasePart = 0.05;
/** Nothing is leased in advance when less than this is available for each process, because another may need it. */
const minPerProcess = 20;
/** The lease is extended when this part of it is left. */
const refillPart = 0.25;
const expiredHour = -1;

/**
 * Counts requests an hour, of a key and of its owner. Each process leases small numbers of them from the database, so
 * that limits are never exceeded and few calls need a query.
 */
export class Quota {
  readonly #options: QuotaOptions;
  /** Leases by key id, in the order in which they were last extended. */
  readonly #leases = new Map<string, Lease>();
  readonly #extending = new Map<string, Promise<boolean>>();
  /** The cost of all requests that wait for a lease, by key id. */
  readonly #waiting = new Map<string, number>();

  /** Leases taken since the start. */
  leasesTaken = 0;

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  /** Takes from the lease of this process. Undefined if a query is needed. */
  takeLeased(key: CachedKey, cost = 1): KeyQuotaAnswer | undefined {
    const hour = this.#hour();
    const lease = this.#findLease(key, hour);
    if (!lease) return undefined;
    if (lease.left < cost) return lease.left + lease.available < cost ? toAnswer(false, lease) : undefined;
    lease.left -= cost;
    const { count } = this.#options.processes;
    const shouldExtend = lease.left <= lease.refillAt && lease.available > minPerProcess * count;
    if (shouldExtend && !this.#extending.has(key.id)) this.#extendOnce(key, hour, 0).catch(() => {});
    return toAnswer(true, lease);
  }

  /** Undefined if the key has been deleted meanwhile. */
  async take(key: CachedKey, cost = 1): Promise<KeyQuotaAnswer | undefined> {
    for (;;) {
      // The hour may end while a lease is taken, so each round reads it again.
      const taken = this.takeLeased(key, cost);
      if (taken) return taken;
      if (!(await this.#extendOnce(key, this.#hour(), cost))) return undefined;
    }
  }

  /** The owner sees this count: unused requests that this process has leased are not used, those of other processes are. */
  async listHours(userId: string): Promise<Record<string, KeyHour>> {
    const hour = this.#hour();
    const uses = await listHourUse(this.#options.db, userId, hour);
    const leasedBy = (keyId: string) => {
      const lease = this.#leases.get(keyId);
      return lease?.hour === hour ? lease.left : 0;
    };
    const leasedByAll = uses.reduce((sum, { keyId }) => sum + leasedBy(keyId), 0);
    return Object.fromEntries(
      uses.map((use) => [use.keyId, toKeyHour(use, leasedBy(use.keyId), leasedByAll, hour)]),
    );
  }

  /** Returns unused requests at the end of the process, as far as the time allows. */
  async returnLeases(): Promise<void> {
    const until = performance.now() + maxReturnMs;
    const hour = this.#hour();
    const leases = [...this.#leases.values()];
    const unused = leases.filter((lease) => lease.hour === hour && lease.left > 0).map(unusedOf);
    for (const lease of leases) this.#drop(lease);
    for (let start = 0; start < unused.length && performance.now() < until; start += returnBatch)
      await returnToHour(this.#options.db, unused.slice(start, start + returnBatch));
  }

  async forgetOld(): Promise<void> {
    await resetFutureHours(this.#options.db, this.#hour());
    await deleteHoursBefore(this.#options.db, this.#hour() - 1);
  }

  #hour = () => Math.floor(this.#options.now() / hourMs);

  #findLease(key: CachedKey, hour: number): Lease | undefined {
    const lease = this.#leases.get(key.id);
    const isCurrent =
      lease?.hour === hour && lease.keyLimit === key.keyLimit && lease.personLimit === key.personLimit;
    return isCurrent ? lease : undefined;
  }

  /** Requests that arrive while a lease is extended wait for that extension. False if there is no such key. */
  async #extendOnce(key: CachedKey, hour: number, cost: number): Promise<boolean> {
    this.#waiting.set(key.id, (this.#waiting.get(key.id) ?? 0) + cost);
    let extending = this.#extending.get(key.id);
    if (!extending) {
      extending = this.#extend(key, hour).finally(() => this.#extending.delete(key.id));
      this.#extending.set(key.id, extending);
    }
    try {
      return await extending;
    } finally {
      const waiting = (this.#waiting.get(key.id) ?? 0) - cost;
      if (waiting > 0) this.#waiting.set(key.id, waiting);
      else this.#waiting.delete(key.id);
    }
  }

  async #extend(key: CachedKey, hour: number): Promise<boolean> {
    const { db, secrets, processes } = this.#options;
    const lease = this.#findLease(key, hour) ?? (await this.#startLease(key, hour));
    const { id: keyId, personId, keyLimit, personLimit } = key;
    for (let attempt = 1; attempt <= maxAttempts && lease.available > 0; attempt++) {
      const needed = (this.#waiting.get(keyId) ?? 0) - lease.left;
      const share = Math.max(1, Math.floor((lease.available * leasePart) / processes.count));
      const count = Math.min(lease.available, Math.max(attempt === maxAttempts ? 1 : share, needed));
      const hashes = addressHashes(secrets, key.email);
      const request = { keyId, personId, keyLimit, personLimit, hour, count, addressHashes: hashes };
      const use = await takeFromHour(db, request);
      if (!use) {
        this.#drop(lease);
        return false;
      }
      updateLease(lease, use, use.isTaken ? count : 0);
      if (use.isTaken) {
        this.leasesTaken++;
        break;
      }
    }
    // The lease may have been returned meanwhile, except for what was taken just now.
    lease.hour = hour;
    this.#keep(lease);
    return true;
  }

  /** A lease that was taken under another limit is returned, so that it is neither spent under this one nor lost. */
  async #startLease({ id, personId, keyLimit, personLimit }: CachedKey, hour: number): Promise<Lease> {
    const previous = this.#leases.get(id);
    if (previous) await this.#release(previous, hour);
    const limit = Math.min(keyLimit, personLimit);
    return {
      hour,
      keyId: id,
      personId,
      keyLimit,
      personLimit,
      left: 0,
      available: limit,
      limit,
      refillAt: 0,
    };
  }

  #keep(lease: Lease): void {
    // Deleting it first moves it to the end of the map.
    this.#leases.delete(lease.keyId);
    this.#leases.set(lease.keyId, lease);
    if (this.#leases.size <= (this.#options.maxLeases ?? defaultMaxLeases)) return;
    const [oldest] = this.#leases.values();
    if (oldest) this.#release(oldest, lease.hour).catch(() => {});
  }

  async #release(lease: Lease, hour: number): Promise<void> {
    const unused = lease.hour === hour && lease.left > 0 ? [unusedOf(lease)] : [];
    this.#drop(lease);
    if (unused.length > 0) await returnToHour(this.#options.db, unused);
  }

  /** Empties the lease too, so that a request that still holds the object cannot spend from it. */
  #drop(lease: Lease): void {
    if (this.#leases.get(lease.keyId) === lease) this.#leases.delete(lease.keyId);
    lease.hour = expiredHour;
    lease.left = 0;
  }
}

function updateLease(lease: Lease, { keyUsed, personUsed }: HourUse, taken: number): void {
  const ofKey = Math.max(0, lease.keyLimit - keyUsed);
  const ofPerson = Math.max(0, lease.personLimit - personUsed);
  lease.available = Math.min(ofKey, ofPerson);
  lease.limit = ofPerson < ofKey ? lease.personLimit : lease.keyLimit;
  lease.left += taken;
  lease.refillAt = Math.floor(lease.left * refillPart);
}

const unusedOf = ({ keyId, personId, hour, left: count }: Lease): UnusedRequests => ({
  keyId,
  personId,
  hour,
  count,
});

function toKeyHour(use: KeyHourUse, leased: number, leasedByAll: number, hour: number): KeyHour {
  const ofKey = Math.max(0, use.keyLimit - use.keyUsed + leased);
  const ofPerson = Math.max(0, use.personLimit - use.personUsed + leasedByAll);
  const limit = ofPerson < ofKey ? use.personLimit : use.keyLimit;
  const used = Math.max(0, limit - Math.min(ofKey, ofPerson));
  return { limit, used, resets_at: iso((hour + 1) * hourMs) };
}

const toAnswer = (allowed: boolean, lease: Lease): KeyQuotaAnswer => ({
  allowed,
  limit: lease.limit,
  isPersons: lease.limit === lease.personLimit && lease.limit !== lease.keyLimit,
  remaining: lease.available + lease.left,
  resetSeconds: ((lease.hour + 1) * hourMs) / 1000,
});
