/** Holds at most `max` entries: a new one replaces the least recently used one. */
export class LruCache<Key, Value> {
  readonly #max: number;
  /** Least recently used first. */
  readonly #entries = new Map<Key, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  getOrCreate(key: Key, create: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = create();
    this.set(key, value);
    return value;
  }

  /** Returns the value that was removed to make room. */
  set(key: Key, value: Value): Value | undefined {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries;
    if (!oldest || this.#entries.size <= this.#max) return undefined;
    this.#entries.delete(oldest[0]);
    return oldest[1];
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
