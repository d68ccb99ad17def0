import { addressHashes } from '../accounts/address-history.ts';
import type { KeyHour } from '../keys/contract.ts';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import type { CachedKey } from './key-cache.ts';
import type { Processes } from './processes.ts';
import {
  deleteHoursBefore,
  type HourUse,
  type KeyHourUse,
  listHourUse,
  moveHourUse,
  resetFutureHours,
  returnToHour,
  shareHourUse,
  takeFromHour,
  type UnusedRequests,
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
  /** Of more than these, the one that was not added to for the longest time is given back. */
  leasesMax?: number;
}

interface KeyQuotaAnswer extends QuotaAnswer {
  /** Whether the person has fewer left than the key. */
  isPersons: boolean;
}

/** More than keys are known at a time. */
const leasesMaxByDefault = 120_000;
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
  /** Leases by key id, in the order in which they were last extended. */
  readonly #leases = new Map<string, Lease>();
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
  async returnLeases(): Promise<void> {
    const until = performance.now() + giveBackMsMax;
    const hour = this.#hour();
    const leases = [...this.#leases.values()];
    const unused = leases.filter((lease) => lease.hour === hour && lease.left > 0).map(unusedOf);
    for (const lease of leases) this.#drop(lease);
    for (let start = 0; start < unused.length && performance.now() < until; start += giveBackBatch)
      await this.#giveBack(unused.slice(start, start + giveBackBatch));
  }

  /**
   * When an account changes its address, first in the transaction: the next account with the old one starts with
   * this one's count, and this one with what was used under the new address.
   */
  async shareWithAddresses(db: Db, personId: string, hashes: string[]): Promise<void> {
    await shareHourUse(db, personId, hashes);
  }

  /**
   * When an account is deleted, first in the transaction: a person who signs up again within the hour, with any
   * address that the account has had, continues with its count.
   */
  async moveToAddresses(db: Db, personId: string, hashes: string[]): Promise<void> {
    await moveHourUse(db, personId, hashes);
  }

  async forgetOld(): Promise<void> {
    await resetFutureHours(this.#options.db, this.#hour());
    await deleteHoursBefore(this.#options.db, this.#hour() - 1);
  }

  #hour = () => Math.floor(this.#options.now() / hourMs);

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
      const use = await takeFromHour(this.#options.db, this.#wanted(key, hour, count));
      if (!use) {
        this.#drop(lease);
        return false;
      }
      learn(lease, use, use.isTaken ? count : 0);
      if (use.isTaken) {
        this.advances++;
        break;
      }
    }
    // It may have been given back meanwhile, but for what was taken just now.
    lease.hour = hour;
    this.#keep(lease);
    return true;
  }

  /** What was taken under another limit must not be spent under this one, nor be lost. */
  async #begin(key: CachedKey, hour: number): Promise<Lease> {
    const before = this.#leases.get(key.id);
    if (before) await this.#release(before, hour);
    return emptyLease(key, hour);
  }

  #wanted = ({ id, personId, keyLimit, personLimit, email }: CachedKey, hour: number, count: number) => ({
    keyId: id,
    personId,
    keyLimit,
    personLimit,
    hour,
    count,
    addressHashes: addressHashes(this.#options.secrets, email),
  });

  #keep(lease: Lease): void {
    // Behind all others.
    this.#leases.delete(lease.keyId);
    this.#leases.set(lease.keyId, lease);
    if (this.#leases.size <= (this.#options.leasesMax ?? leasesMaxByDefault)) return;
    const [first] = this.#leases.values();
    if (first) this.#release(first, lease.hour).catch(() => {});
  }

  /** Forgotten, and what is left of this hour anybody's again. */
  async #release(lease: Lease, hour: number): Promise<void> {
    const unused = lease.hour === hour && lease.left > 0 ? [unusedOf(lease)] : [];
    this.#drop(lease);
    if (unused.length > 0) await this.#giveBack(unused);
  }

  #drop(lease: Lease): void {
    if (this.#leases.get(lease.keyId) === lease) this.#leases.delete(lease.keyId);
    end(lease);
  }

  #giveBack = (unused: UnusedRequests[]) => returnToHour(this.#options.db, unused);
}

const unusedOf = ({ keyId, personId, hour, left }: Lease): UnusedRequests => ({
  keyId,
  personId,
  hour,
  count: left,
});

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

/** All advances together are about this part of what is left, however many processes take one. */
const leasePart = 0.05;
/** With less than this left for each process nothing is fetched ahead: it may be needed elsewhere. */
const aheadPerProcess = 20;
/** The next is fetched when this part of the last is left. */
const refillPart = 0.25;
const noHour = -1;

/** What a process may let through without asking, of one key in one hour. */
interface Lease {
  hour: number;
  keyId: string;
  personId: string;
  keyLimit: number;
  personLimit: number;
  left: number;
  /** Requests of this hour that no process has taken yet, when last asked: of the key or of the person, whichever has fewer. */
  untaken: number;
  /** The limit of whichever that is. */
  limit: number;
  /** Fetch the next when no more than these are left. */
  refillAt: number;
}

const leaseSize = (untaken: number, processes: number) =>
  Math.max(1, Math.floor((untaken * leasePart) / processes));

const isWorthFetching = ({ left, refillAt, untaken }: Lease, processes: number) =>
  left <= refillAt && untaken > aheadPerProcess * processes;

const isFor = (lease: Lease, { keyLimit, personLimit }: CachedKey, hour: number) =>
  lease.hour === hour && lease.keyLimit === keyLimit && lease.personLimit === personLimit;

/** Before the database was asked: everything may be left. */
function emptyLease({ id, personId, keyLimit, personLimit }: CachedKey, hour: number): Lease {
  const limit = Math.min(keyLimit, personLimit);
  return { hour, keyId: id, personId, keyLimit, personLimit, left: 0, untaken: limit, limit, refillAt: 0 };
}

/** Empties the lease, so that a request that still holds the object cannot spend from it. */
function end(lease: Lease): void {
  lease.hour = noHour;
  lease.left = 0;
}

/** What the database has said: how much is used, and how many of them this process may now use. */
function learn(lease: Lease, { keyUsed, personUsed }: HourUse, taken: number): void {
  const ofKey = Math.max(0, lease.keyLimit - keyUsed);
  const ofPerson = Math.max(0, lease.personLimit - personUsed);
  lease.untaken = Math.min(ofKey, ofPerson);
  lease.limit = ofPerson < ofKey ? lease.personLimit : lease.keyLimit;
  lease.left += taken;
  lease.refillAt = Math.floor(lease.left * refillPart);
}
