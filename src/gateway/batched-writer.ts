import type { Logger } from 'pino';

const writeEveryMs = 500;
const retryAfterMs = 2000;

interface WriteOptions {
  /** Writes what there is; when it fails, keeps it for the next time and throws. */
  write: () => Promise<void>;
  /** What the log says when that failed. */
  complaint: string;
  log: Logger;
}

/** Writes now and then what was counted in memory, so that no request waits for it; a crash loses the last moment. */
export class BatchedWriter {
  readonly #options: WriteOptions;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: WriteOptions) {
    this.#options = options;
  }

  /** There is something to write, soon or a while later. */
  due(afterMs = 0): void {
    this.#timer ??= this.#writeAfter(Math.max(writeEveryMs, afterMs));
  }

  /** For the end of the process, and for tests. One write after the other: a failed one has put back what it had. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.catch(() => {}).then(() => this.#options.write());
    await this.#writing;
  }

  #writeAfter = (ms: number) => setTimeout(() => this.#writeOrWarn(), ms);

  #writeOrWarn(): void {
    const { log, complaint } = this.#options;
    this.now().catch((error: unknown) => {
      log.warn({ err: error }, complaint);
      // What came meanwhile may be due later than that.
      clearTimeout(this.#timer);
      this.#timer = this.#writeAfter(retryAfterMs);
    });
  }
}
