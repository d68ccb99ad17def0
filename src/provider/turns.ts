import { FairLine } from '../platform/fair-line.ts';

/** So many are at work at once; a call that comes later waits, and callers take turns. */
export class Turns {
  readonly #atOnceMost: number;
  readonly #waiting = new FairLine<() => void>();
  #atWork = 0;

  constructor(atOnceMost: number) {
    this.#atOnceMost = atOnceMost;
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
