interface Sleeper {
  at: number;
  wake: () => void;
}

/** Time passes only when everyone waits for it, so hours of many processes take seconds. */
export class VirtualClock {
  #now = Date.parse('2026-03-14T15:00:00Z');
  /** Waiting timers, in order. */
  readonly #sleepers: Sleeper[] = [];

  now = () => this.#now;

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const at = this.#now + ms;
      let place = this.#sleepers.length;
      while (place > 0 && this.#sleepers[place - 1]!.at > at) place--;
      this.#sleepers.splice(place, 0, { at, wake: resolve });
    });
  }

  async run(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await settled();
      const next = this.#sleepers.shift();
      if (!next) continue;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      while (this.#sleepers[0] && this.#sleepers[0].at <= this.#now) this.#sleepers.shift()!.wake();
    }
    await over;
  }
}

/** No work is left at this moment. A read of keys waits one turn for others to join it. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
