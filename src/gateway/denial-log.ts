import type { Logger } from 'pino';

/** So many refusals of a second leave a record each; those after them are counted. */
const recordsPerSecond = 20;

/** Keeps a storm of refusals out of the log: what is not written singly is told once a second, as a number. */
export class DenialLog {
  readonly #log: Logger;
  #secondBegan = Number.NEGATIVE_INFINITY;
  #written = 0;
  #counted = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Whether this second has had its records: what is refused now is counted only. */
  isFull(): boolean {
    const now = performance.now();
    if (now - this.#secondBegan >= 1000) {
      this.#secondBegan = now;
      this.#written = 0;
    }
    return this.#written >= recordsPerSecond;
  }

  /** For one refusal: true when it is to be recorded by itself. */
  admit(): boolean {
    if (this.isFull()) {
      this.#counted++;
      this.#timer ??= setTimeout(() => this.tell(), 1000).unref();
      return false;
    }
    this.#written++;
    return true;
  }

  /** Also for the end of the process: nothing that was counted is lost. */
  tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counted === 0) return;
    const security = { event: 'request', outcome: 'refused', count: this.#counted };
    this.#counted = 0;
    this.#log.info({ security }, 'refusals beyond those recorded');
  }
}
