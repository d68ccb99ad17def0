import type { Logger } from 'pino';

const maxRecordsPerSecond = 20;

/**
 * Bounds the log during a flood of denials: the first of each second are logged one by one, the others as one count.
 */
export class DenialLog {
  readonly #log: Logger;
  #secondStartedAt = Number.NEGATIVE_INFINITY;
  #recorded = 0;
  #unrecorded = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Whether this second already has all its records. */
  isLimitReached(): boolean {
    const now = performance.now();
    if (now - this.#secondStartedAt >= 1000) {
      this.#secondStartedAt = now;
      this.#recorded = 0;
    }
    return this.#recorded >= maxRecordsPerSecond;
  }

  /** Returns true if this denial should be logged by itself. */
  countDenial(): boolean {
    if (this.isLimitReached()) {
      this.#unrecorded++;
      this.#timer ??= setTimeout(() => this.flush(), 1000).unref();
      return false;
    }
    this.#recorded++;
    return true;
  }

  /** Called at the end of the process too, so that no count is lost. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unrecorded === 0) return;
    const security = { event: 'request', outcome: 'refused', count: this.#unrecorded };
    this.#unrecorded = 0;
    this.#log.info({ security }, 'denials not logged one by one');
  }
}
