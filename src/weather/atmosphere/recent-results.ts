/** Keeps the results used most recently, so that a pure function need not be computed twice. */
export class RecentResults<Key, Result> {
  readonly #results = new Map<Key, Result>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  keep(key: Key, make: () => Result): Result {
    const known = this.#results.get(key);
    if (known !== undefined) {
      this.#results.delete(key);
      this.#results.set(key, known);
      return known;
    }
    const made = make();
    this.#results.set(key, made);
    if (this.#results.size > this.#most) this.#results.delete(this.#results.keys().next().value as Key);
    return made;
  }
}
