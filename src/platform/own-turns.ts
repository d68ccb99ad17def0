import { FairLine } from './fair-line.ts';

/**
 * Work of many callers that keeps the thread for about a millisecond each: one piece in every turn of the event loop,
 * and callers take turns. A turn accepts a single new connection, so that after long ones a hundred newcomers would
 * wait for a hundred of them.
 */
export class OwnTurns {
  readonly #waiting = new FairLine<() => void>();

  next(caller: string): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push([caller], enter);
      if (this.#waiting.length === 1) setImmediate(this.#letNextIn);
    });
  }

  readonly #letNextIn = () => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#letNextIn);
  };
}
