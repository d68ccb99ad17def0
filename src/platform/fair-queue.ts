import type { PublicError } from './errors.ts';
import { FairLine } from './fair-line.ts';
import { networksOf } from './networks.ts';

interface QueueOptions {
  parallelMax: number;
  /** Who comes later is told so at once, which is sooner than an answer would be. */
  waitingMax: number;
  /** What they are told. */
  busy: () => PublicError;
}

export interface QueuePlace {
  /** The client's address: networks take turns. */
  address: string;
  /** Before everyone else. */
  isAhead?: boolean;
}

interface Waiting {
  enter(): void;
  turnAway(error: PublicError): void;
}

/** A few are at work at once; behind them stands a short line, fair between networks. */
export class FairQueue {
  readonly #options: QueueOptions;
  #running = 0;
  readonly #ahead = new FairLine<Waiting>();
  readonly #others = new FairLine<Waiting>();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  async run<T>(place: QueuePlace, work: () => Promise<T>): Promise<T> {
    await this.enter(place);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Whoever has entered leaves, once. */
  async enter({ address, isAhead = false }: QueuePlace): Promise<void> {
    const { parallelMax, waitingMax, busy } = this.#options;
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

  leave(): void {
    const next = this.#ahead.shift() ?? this.#others.shift();
    if (next) next.enter();
    else this.#running--;
  }
}
