import { badRequest } from '../platform/errors.ts';

const callsMax = 20;

/** Earlier revisions of the protocol allow many calls in one request. */
export function requireSmallBatch(message: unknown): void {
  if (Array.isArray(message) && message.length > callsMax)
    throw badRequest(`At most ${callsMax} calls are taken in one batch: send the others in another request.`);
}

/** A call that has not begun by then is refused. The longest, a summary of the globe, takes about a second. */
const startMsMax = 2500;

/**
 * Runs the calls of one request one after another, so that twenty long ones cannot hold up others for a minute. A turn
 * of the event loop lies between two of them.
 */
export class BatchRunner {
  readonly #startedMs = performance.now();
  #last: Promise<unknown> = Promise.resolve();
  #made = 0;

  /** `refuse` is told how many calls of the batch were made. */
  run<Result>(call: () => Promise<Result>, refuse: (made: number) => Result): Promise<Result> {
    const result = this.#last.then(async () => {
      if (this.#made > 0) await new Promise(setImmediate);
      if (this.#made > 0 && performance.now() - this.#startedMs > startMsMax) return refuse(this.#made);
      this.#made++;
      return call();
    });
    this.#last = result.catch(() => {});
    return result;
  }
}
