import type { PublicError } from './errors.ts';
import { FairLine } from './fair-line.ts';
import { networksOf } from './networks.ts';

interface QueueOptions {
  parallelMax: number;
  /** Who comes later is told so at once, which is sooner than an answer would be. */
  waitingMax: number;
  /** What they are told. */
  busy: () => PublicError;
  /** Without it newcomers wait with everyone else. */
  newcomers?: NewcomerOptions;
}

interface NewcomerOptions {
  /** A network that had to wait at most this often in the window is a newcomer. */
  triesMax: number;
  windowMs: number;
  /** Places of their own, beside `waitingMax`. */
  waitingMax: number;
  now: () => number;
}

export interface QueuePlace {
  /** The client's address: networks take turns. */
  address: string;
  /** Before everyone else. */
  isAhead?: boolean;
}

interface Waiting {
  /** From the widest network to the narrowest. */
  path: string[];
  enter(): void;
  turnAway(error: PublicError): void;
}

/**
 * A few are at work at once; behind them stands a short line, fair between networks. Newcomers have a line of their own,
 * and every second turn: otherwise requests from many networks at once, each of them with its fair share, would leave
 * nothing for another one.
 */
export class FairQueue {
  readonly #options: QueueOptions;
  #running = 0;
  readonly #ahead = new FairLine<Waiting>();
  readonly #newcomers = new FairLine<Waiting>();
  readonly #others = new FairLine<Waiting>();
  readonly #tries: RecentTries | undefined;
  #isNewcomersTurn = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#tries = options.newcomers && new RecentTries(options.newcomers);
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
    if (this.#running < this.#options.parallelMax) {
      this.#running++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { path: networksOf(address).reverse(), enter: resolve, turnAway: reject };
    if (isAhead) this.#wait(this.#ahead, waiting);
    else if (this.#tries?.isNewcomer(waiting.path[0]!)) this.#waitAsNewcomer(waiting);
    else this.#wait(this.#others, waiting);
    await promise;
  }

  leave(): void {
    const next = this.#ahead.shift() ?? this.#shiftInTurn();
    if (next) next.enter();
    else this.#running--;
  }

  #wait(line: FairLine<Waiting>, waiting: Waiting): void {
    const { waitingMax, busy } = this.#options;
    line.push(waiting.path, waiting);
    if (line.length > waitingMax) line.dropFromLongest(waiting.path)?.turnAway(busy());
  }

  /** Whoever finds no place among the newcomers waits with the others. */
  #waitAsNewcomer(waiting: Waiting): void {
    this.#newcomers.push(waiting.path, waiting);
    if (this.#newcomers.length <= this.#options.newcomers!.waitingMax) return;
    const dropped = this.#newcomers.dropFromLongest(waiting.path);
    if (dropped) this.#wait(this.#others, dropped);
  }

  #shiftInTurn(): Waiting | undefined {
    this.#isNewcomersTurn = !this.#isNewcomersTurn;
    const lines = [this.#newcomers, this.#others];
    const [first, second] = this.#isNewcomersTurn ? lines : lines.reverse();
    return first!.shift() ?? second!.shift();
  }
}

/** More networks than that are forgotten early, so that the counts take a few megabytes at most. */
const networksMax = 50_000;

/** How often each network had to wait lately: counted in two windows, of which the older one is forgotten as a whole. */
class RecentTries {
  readonly #options: NewcomerOptions;
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #endsAt: number;

  constructor(options: NewcomerOptions) {
    this.#options = options;
    this.#endsAt = options.now() + options.windowMs;
  }

  /** Counts this try, too. */
  isNewcomer(network: string): boolean {
    this.#forgetOld();
    const tries = (this.#current.get(network) ?? 0) + 1;
    this.#current.set(network, tries);
    return tries + (this.#previous.get(network) ?? 0) <= this.#options.triesMax;
  }

  #forgetOld(): void {
    const { now, windowMs } = this.#options;
    const late = now() - this.#endsAt;
    if (late < 0 && this.#current.size < networksMax) return;
    this.#previous = late < windowMs ? this.#current : new Map();
    this.#current = new Map();
    this.#endsAt = now() + windowMs;
  }
}
