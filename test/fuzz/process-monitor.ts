import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { health } from '../../src/urls.ts';

/** Measures a portal in another process every half second. */
export class ProcessMonitor {
  readonly #url: string;
  readonly #pid: number;
  readonly #megabytes: number[] = [];
  #slowestHealthMs = 0;
  #watching = Promise.resolve();
  #isOver = false;

  constructor(url: string, pid: number) {
    this.#url = url;
    this.#pid = pid;
  }

  start(): void {
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
  }

  get slowestHealthMs(): number {
    return this.#slowestHealthMs;
  }

  /** Returns the median of the measurements between two fractions of the time. */
  megabytesBetween(from: number, to: number): number {
    const { length } = this.#megabytes;
    const part = this.#megabytes.slice(Math.floor(from * length), Math.ceil(to * length));
    return part.sort((one, other) => one - other)[Math.floor(part.length / 2)]!;
  }

  /** The resident memory of the process. */
  async megabytesNow(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(this.#pid)]);
    return Math.round(Number(stdout) / 1024);
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      const askedAt = performance.now();
      const answer = await fetch(this.#url + health);
      await answer.text();
      this.#slowestHealthMs = Math.max(this.#slowestHealthMs, performance.now() - askedAt);
      this.#megabytes.push(await this.megabytesNow());
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
