import { normalizeEmail } from '../accounts/email.ts';
import type { KeyHour } from '../keys/contract.ts';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { CachedKey } from './cached-key.ts';
import { emptyLease, isFor, isWorthFetching, type Lease, learn, leaseSize } from './lease.ts';
import { LeastRecentlyUsed } from './least-recently-used.ts';
import type { Processes } from './processes.ts';
import {
  bringBackHours,
  deleteHoursBefore,
  giveBackToHour,
  type KeyHourUse,
  listHourUse,
  moveToAddress,
  takeFromHour,
} from './quota-store.ts';

export interface QuotaAnswer {
  allowed: boolean;
  /** Of whichever has the fewest left. */
  limit: number;
  remaining: number;
  /** Epoch seconds at which the next hour begins. */
  resetSeconds: number;
}

interface QuotaOptions {
  db: Db;
  secrets: Secrets;
  processes: Pick<Processes, 'count'>;
  now: () => number;
}

interface KeyQuotaAnswer extends QuotaAnswer {
  /** Whether the person has fewer left than the key. */
  isPersons: boolean;
}

const hourMs = 3600 * 1000;
/** More than keys are known at a time. */
const leasesMax = 120_000;
/** Another process may be quicker each time; then one request is asked for, not an advance. */
const triesMax = 3;
/** Less than the time between cutting off the last connection and the end of the process. */
const giveBackMsMax = 1200;
const giveBackBatch = 100;

/**
 * Requests an hour, of a key and of its owner, counted in the database in small advances: never above a
 * limit, seldom asked.
 */
export class Quota {
  readonly #options: QuotaOptions;
  readonly #leases = new LeastRecentlyUsed<Lease>(leasesMax);
  readonly #taking = new Map<string, Promise<boolean>>();
  /** What requests are waiting for, by key. */
  readonly #waiting = new Map<string, number>();

  /** Taken of the database since the start. */
  advances = 0;

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  /** Out of what this process has in hand; undefined when the database must be asked. */
  takeLeased(key: CachedKey, cost = 1): KeyQuotaAnswer | undefined {
    const hour = this.#hour();
    const lease = this.#current(key, hour);
    if (!lease) return undefined;
    if (lease.left < cost) return lease.left + lease.untaken < cost ? answer(false, lease) : undefined;
    lease.left -= cost;
    if (isWorthFetching(lease, this.#options.processes.count) && !this.#taking.has(key.id))
      this.#extendOnce(key, hour, 0).catch(() => {});
    return answer(true, lease);
  }

  /** Undefined when the key has been deleted meanwhile. */
  async take(key: CachedKey, cost = 1): Promise<KeyQuotaAnswer | undefined> {
    for (;;) {
      // Anew each time: the hour may have ended while an advance was being taken.
      const taken = this.takeLeased(key, cost);
      if (taken) return taken;
      if (!(await this.#extendOnce(key, this.#hour(), cost))) return undefined;
    }
  }

  /** For the owner. What this process has in hand is not used yet; what others have in hand counts as used. */
  async listHours(userId: string): Promise<Record<string, KeyHour>> {
    const hour = this.#hour();
    const uses = await listHourUse(this.#options.db, userId, hour);
    const inHand = (keyId: string) => {
      const lease = this.#leases.get(keyId);
      return lease?.hour === hour ? lease.left : 0;
    };
    const inHandOfAll = uses.reduce((sum, { keyId }) => sum + inHand(keyId), 0);
    return Object.fromEntries(
      uses.map((use) => [use.keyId, keyHour(use, inHand(use.keyId), inHandOfAll, hour)]),
    );
  }

  /** For the end of the process: what it had in hand is anybody's again, as far as the time goes. */
  async giveBackAll(): Promise<void> {
    const until = performance.now() + giveBackMsMax;
    const hour = this.#hour();
    const unused = [...this.#leases.values()].filter((lease) => lease.hour === hour && lease.left > 0);
    this.#leases.clear();
    for (let start = 0; start < unused.length && performance.now() < until; start += giveBackBatch)
      await this.#giveBack(unused.slice(start, start + giveBackBatch));
  }

  /**
   * With the deletion of an account, first in its transaction: whoever comes back with the same address
   * within the hour goes on where they left.
   */
  async keepForAddress(db: Db, person: { id: string; email: string }): Promise<void> {
    await moveToAddress(db, { personId: person.id, addressHash: this.#addressHash(person.email) });
  }

  async forgetOld(): Promise<void> {
    await bringBackHours(this.#options.db, this.#hour());
    await deleteHoursBefore(this.#options.db, this.#hour() - 1);
  }

  #hour = () => Math.floor(this.#options.now() / hourMs);

  #addressHash = (email: string) => this.#options.secrets.sign('quota', normalizeEmail(email));

  #current(key: CachedKey, hour: number): Lease | undefined {
    const lease = this.#leases.get(key.id);
    return lease && isFor(lease, key, hour) ? lease : undefined;
  }

  /** A request that comes while an advance is being taken waits for that one. False when there is no such key. */
  async #extendOnce(key: CachedKey, hour: number, cost: number): Promise<boolean> {
    this.#waiting.set(key.id, (this.#waiting.get(key.id) ?? 0) + cost);
    let taking = this.#taking.get(key.id);
    if (!taking) {
      taking = this.#extend(key, hour).finally(() => this.#taking.delete(key.id));
      this.#taking.set(key.id, taking);
    }
    try {
      return await taking;
    } finally {
      this.#stopWaiting(key.id, cost);
    }
  }

  #stopWaiting(keyId: string, cost: number): void {
    const waiting = (this.#waiting.get(keyId) ?? 0) - cost;
    if (waiting > 0) this.#waiting.set(keyId, waiting);
    else this.#waiting.delete(keyId);
  }

  async #extend(key: CachedKey, hour: number): Promise<boolean> {
    const lease = this.#current(key, hour) ?? (await this.#begin(key, hour));
    for (let attempt = 1; attempt <= triesMax && lease.untaken > 0; attempt++) {
      const isLast = attempt === triesMax;
      const needed = (this.#waiting.get(key.id) ?? 0) - lease.left;
      const size = isLast ? 1 : leaseSize(lease.untaken, this.#options.processes.count);
      const count = Math.min(lease.untaken, Math.max(size, needed));
      const use = await takeFromHour(this.#options.db, this.#wanted(lease, key, count));
      if (!use) {
        this.#leases.delete(key.id);
        return false;
      }
      learn(lease, use, use.isTaken ? count : 0);
      if (use.isTaken) {
        this.advances++;
        break;
      }
    }
    this.#keep(lease);
    return true;
  }

  /** What was taken under another limit must not be spent under this one, nor be lost. */
  async #begin(key: CachedKey, hour: number): Promise<Lease> {
    const before = this.#leases.delete(key.id);
    if (before?.hour === hour && before.left > 0) await this.#giveBack([before]);
    return emptyLease(key, hour);
  }

  #wanted = ({ keyId, personId, keyLimit, personLimit, hour }: Lease, key: CachedKey, count: number) => ({
    keyId,
    personId,
    keyLimit,
    personLimit,
    hour,
    count,
    addressHash: this.#addressHash(key.owner.email),
  });

  #keep(lease: Lease): void {
    const gone = this.#leases.set(lease.keyId, lease);
    if (gone && gone.hour === lease.hour && gone.left > 0) this.#giveBack([gone]).catch(() => {});
  }

  #giveBack(leases: Lease[]): Promise<void> {
    return giveBackToHour(
      this.#options.db,
      leases.map(({ keyId, personId, hour, left }) => ({ keyId, personId, hour, count: left })),
    );
  }
}

function keyHour(use: KeyHourUse, inHand: number, inHandOfAll: number, hour: number): KeyHour {
  const ofKey = Math.max(0, use.keyLimit - use.keyUsed + inHand);
  const ofPerson = Math.max(0, use.personLimit - use.personUsed + inHandOfAll);
  const limit = ofPerson < ofKey ? use.personLimit : use.keyLimit;
  return {
    limit,
    used: Math.max(0, limit - Math.min(ofKey, ofPerson)),
    resets_at: new Date((hour + 1) * hourMs).toISOString(),
  };
}

function answer(allowed: boolean, lease: Lease): KeyQuotaAnswer {
  return {
    allowed,
    limit: lease.limit,
    isPersons: lease.limit === lease.personLimit && lease.limit !== lease.keyLimit,
    remaining: lease.untaken + lease.left,
    resetSeconds: ((lease.hour + 1) * hourMs) / 1000,
  };
}
