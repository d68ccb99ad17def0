import { availableParallelism } from 'node:os';
import { PublicError } from '../platform/errors.ts';
import { FairLimiter } from '../platform/fair-queue.ts';
import { networkPath } from '../platform/networks.ts';
import { hashPassword, isHashOutdated, isPassword, passwordCost, unknownPasswordHash } from './passwords.ts';

/** Hashing is heavy on purpose, and compression shares its threads: one core stays free for everyone else. */
const maxRunning = Math.min(2, Math.max(1, availableParallelism() - 1));
/** About a second of work. */
const maxWaiting = 20;
const retryAfterSeconds = 5;
/** As many tries as an address has before it has to wait. */
const newGroups = { maxTries: 5, windowMs: 15 * 60_000, maxWaiting: 10 };

interface QueuePlace {
  /** The client's address: the queue is fair between networks. */
  address: string;
  /** Before everyone else. */
  isAhead?: boolean;
}

/** Passwords are hashed a few at a time. Ahead of everyone goes who is known to own the account. */
export class HashingQueue {
  readonly #cost;
  readonly #limiter: FairLimiter;
  /** Made beforehand, so that the first unknown address costs no more than the next. */
  readonly #nobodysHash;

  constructor(cost = passwordCost, now = Date.now) {
    this.#cost = cost;
    const bounds = { maxWaiting, busy };
    this.#limiter = new FairLimiter({ maxRunning, bounds, newGroups: { ...newGroups, now } });
    this.#nobodysHash = unknownPasswordHash(cost);
  }

  hash(place: QueuePlace, password: string): Promise<string> {
    return this.#run(place, () => hashPassword(password, this.#cost));
  }

  /** Takes the same time whether there is an account behind the address or not. */
  async isPassword(place: QueuePlace, password: string, storedHash: string | undefined): Promise<boolean> {
    const checked = storedHash ?? this.#nobodysHash;
    const isRight = await this.#run(place, () => isPassword(password, checked));
    return isRight && storedHash !== undefined;
  }

  isOutdated = (storedHash: string) => isHashOutdated(storedHash, this.#cost);

  #run<T>({ address, isAhead = false }: QueuePlace, work: () => Promise<T>): Promise<T> {
    return this.#limiter.run(networkPath(address), work, { hasPriority: isAhead });
  }
}

const busy = () =>
  new PublicError(
    503,
    `Many people are signing in right now. Please try again in ${retryAfterSeconds} seconds.`,
    {
      'Retry-After': String(retryAfterSeconds),
    },
  );
