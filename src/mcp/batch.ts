import { badRequest } from '../platform/errors.ts';

const callsMax = 20;
const openingBracket = '['.charCodeAt(0);
const spaces = [9, 10, 13, 32];

/** Earlier revisions of the protocol allow many calls in one request; a request that is not JSON is the package's. */
export function requireSmallBatch(body: unknown): void {
  if (!Buffer.isBuffer(body)) return;
  const first = body.find((byte) => !spaces.includes(byte));
  if (first === openingBracket && countCalls(body) > callsMax)
    throw badRequest(`At most ${callsMax} calls are taken in one batch: send the others in another request.`);
}

function countCalls(body: Buffer): number {
  try {
    return (JSON.parse(body.toString()) as unknown[]).length;
  } catch {
    return 0;
  }
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
