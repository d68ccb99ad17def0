import { availableParallelism } from 'node:os';
import { PublicError } from '../platform/errors.ts';
import { FairLine } from '../platform/fair-line.ts';
import { networksOf } from '../platform/networks.ts';

/** Hashing is heavy on purpose, and compression shares its threads: one core stays free for everyone else. */
const parallelMax = Math.min(2, Math.max(1, availableParallelism() - 1));
/** About a second of work. Who comes later is told so at once, which is sooner than an answer would be. */
const waitingMax = 20;
const retryAfterSeconds = 5;

interface HashingPlace {
  /** The client's address: networks take turns. */
  address: string;
  /** For someone who is known to own the account: before everyone else. */
  isAhead: boolean;
}

interface Waiting {
  enter(): void;
  turnAway(error: PublicError): void;
}

/** Passwords are hashed a few at a time; behind them stands a short line, fair between networks. */
export class HashingQueue {
  #running = 0;
  readonly #ahead = new FairLine<Waiting>();
  readonly #others = new FairLine<Waiting>();

  async run<T>(place: HashingPlace, hash: () => Promise<T>): Promise<T> {
    await this.#turn(place);
    try {
      return await hash();
    } finally {
      const next = this.#ahead.shift() ?? this.#others.shift();
      if (next) next.enter();
      else this.#running--;
    }
  }

  async #turn({ address, isAhead }: HashingPlace): Promise<void> {
    if (this.#running < parallelMax) {
      this.#running++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = isAhead ? this.#ahead : this.#others;
    const path = networksOf(address).reverse();
    line.push(path, { enter: resolve, turnAway: reject });
    if (line.length > waitingMax) line.dropFromLongest(path)?.turnAway(busy());
    await promise;
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
