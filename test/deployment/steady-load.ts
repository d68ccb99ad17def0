import { setTimeout as pause } from 'node:timers/promises';

/** One visit, which throws when anything about it is not as it should be. */
export type Visit = () => Promise<unknown>;

export type Kinds = Record<string, { visit: Visit; pauseMs: number }>;

export interface LoadResult {
  /** How many visits of each kind there were. */
  visits: Record<string, number>;
  failures: string[];
}

/** Visits of every kind, again and again, until it is stopped. */
export class SteadyLoad {
  readonly #result: LoadResult = { visits: {}, failures: [] };
  readonly #loops: Promise<void>[];
  #isOver = false;

  constructor(kinds: Kinds) {
    this.#loops = Object.entries(kinds).map(([name, { visit, pauseMs }]) => this.#loop(name, visit, pauseMs));
  }

  async stop(): Promise<LoadResult> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    return this.#result;
  }

  async #loop(name: string, visit: Visit, pauseMs: number): Promise<void> {
    const { visits, failures } = this.#result;
    for (visits[name] = 0; !this.#isOver; visits[name]++) {
      await visit().catch((error) => failures.push(`${name}: ${error}`));
      await pause(pauseMs);
    }
  }
}
