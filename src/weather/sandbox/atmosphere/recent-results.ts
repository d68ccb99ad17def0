/** Keeps the results used most recently, so that a pure function need not be computed twice. */
export class RecentResults<Key, Result> {
  readonly #results = new Map<Key, Result>();
  readonly #most: number;
  #latestKey: Key | undefined;
  #latest: Result | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  keep(key: Key, make: () => Result): Result {
    // Mostly the same one is asked for again, by the next field or the next row.
    if (key === this.#latestKey && this.#latest !== undefined) return this.#latest;
    const result = this.#results.get(key) ?? make();
    this.#results.delete(key);
    this.#results.set(key, result);
    if (this.#results.size > this.#most) this.#results.delete(this.#results.keys().next().value as Key);
    this.#latestKey = key;
    this.#latest = result;
    return result;
  }
}
