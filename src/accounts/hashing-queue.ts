import { availableParallelism } from 'node:os';
import { PublicError } from '../platform/errors.ts';
import { FairQueue, type QueuePlace } from '../platform/fair-queue.ts';
import { hashPassword, isHashOutdated, isPassword, passwordCost, unknownPasswordHash } from './passwords.ts';

/** Hashing is heavy on purpose, and compression shares its threads: one core stays free for everyone else. */
const parallelMax = Math.min(2, Math.max(1, availableParallelism() - 1));
/** About a second of work. */
const waitingMax = 20;
const retryAfterSeconds = 5;
/** As many tries as an address has before it has to wait. */
const newcomers = { triesMax: 5, windowMs: 15 * 60_000, waitingMax: 10 };

/** Passwords are hashed a few at a time. Ahead of everyone goes who is known to own the account. */
export class HashingQueue {
  readonly #cost;
  readonly #queue: FairQueue;
  /** Made beforehand, so that the first unknown address costs no more than the next. */
  readonly #nobodysHash;

  constructor(cost = passwordCost, now = Date.now) {
    this.#cost = cost;
    this.#queue = new FairQueue({ parallelMax, waitingMax, busy, newcomers: { ...newcomers, now } });
    this.#nobodysHash = unknownPasswordHash(cost);
  }

  hash(place: QueuePlace, password: string): Promise<string> {
    return this.#queue.run(place, () => hashPassword(password, this.#cost));
  }

  /** Takes the same time whether there is an account behind the address or not. */
  async isPassword(place: QueuePlace, password: string, storedHash: string | undefined): Promise<boolean> {
    const checked = storedHash ?? this.#nobodysHash;
    const isRight = await this.#queue.run(place, () => isPassword(password, checked));
    return isRight && storedHash !== undefined;
  }

  isOutdated = (storedHash: string) => isHashOutdated(storedHash, this.#cost);
}

const busy = () =>
  new PublicError(
    503,
    `Many people are signing in right now. Please try again in ${retryAfterSeconds} seconds.`,
    {
      'Retry-After': String(retryAfterSeconds),
    },
  );
