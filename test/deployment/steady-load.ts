import { setTimeout as pause } from 'node:timers/promises';

/** One visit, which throws when anything about it is not as it should be. */
export type Visit = () => Promise<unknown>;

export type Kinds = Record<string, { visit: Visit; pauseMs: number }>;

/** With fewer visits of a kind a load has seen nothing, however fast the machine is. */
const leastVisits = 6;

/** Visits of every kind, again and again, until it is stopped. */
export class SteadyLoad {
  readonly #failures: string[] = [];
  readonly #loops: Promise<void>[];
  #isOver = false;

  constructor(kinds: Kinds) {
    this.#loops = Object.entries(kinds).map(([name, { visit, pauseMs }]) => this.#loop(name, visit, pauseMs));
  }

  /** Ends when every kind has come often enough, or a visit failed; answers what failed. */
  async stop(): Promise<string[]> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    return this.#failures;
  }

  async #loop(name: string, visit: Visit, pauseMs: number): Promise<void> {
    const failures = this.#failures;
    for (let visits = 0; !this.#isOver || (visits < leastVisits && !failures.length); visits++) {
      await visit().catch((error) => failures.push(`${name}: ${error}`));
      await pause(pauseMs);
    }
  }
}
