import { FairLine } from '../../platform/fair-line.ts';

/** So many are at work at once; a call that comes later waits, and callers take turns. */
class Turns {
  readonly #atOnceMost: number;
  readonly #waiting = new FairLine<() => void>();
  #atWork = 0;

  constructor(atOnceMost: number) {
    this.#atOnceMost = atOnceMost;
  }

  get isIdle(): boolean {
    return this.#atWork === 0;
  }

  async take<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#atWork < this.#atOnceMost) this.#atWork++;
    else await new Promise<void>((enter) => this.#waiting.push([caller], enter));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atWork--;
    }
  }
}

interface SharedTurnsOptions {
  maxAtOnce: number;
  /** One caller's calls beyond this wait, although there are free places: those are for others. */
  maxPerCaller: number;
}

/** Places for the calls of all callers, of which each can take a part. */
export class SharedTurns {
  readonly #maxPerCaller: number;
  readonly #all: Turns;
  readonly #byCaller = new Map<string, Turns>();

  constructor({ maxAtOnce, maxPerCaller }: SharedTurnsOptions) {
    this.#all = new Turns(maxAtOnce);
    this.#maxPerCaller = maxPerCaller;
  }

  async take<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.#byCaller.get(caller) ?? new Turns(this.#maxPerCaller);
    this.#byCaller.set(caller, own);
    try {
      return await own.take(caller, () => this.#all.take(caller, work));
    } finally {
      if (own.isIdle) this.#byCaller.delete(caller);
    }
  }
}
