interface Entry<Value> {
  key: string;
  value: Value;
  newer: Entry<Value> | undefined;
  older: Entry<Value> | undefined;
}

/** So many, and no more: for one that comes, the one that was not asked about for the longest time goes. */
export class LeastRecentlyUsed<Value> {
  readonly #max: number;
  readonly #entries = new Map<string, Entry<Value>>();
  #newest: Entry<Value> | undefined;
  #oldest: Entry<Value> | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#link(entry);
    }
    return entry.value;
  }

  /** Returns what had to go for it. */
  set(key: string, value: Value): Value | undefined {
    this.delete(key);
    const entry = { key, value, newer: undefined, older: undefined };
    this.#entries.set(key, entry);
    this.#link(entry);
    return this.#entries.size > this.#max ? this.delete(this.#oldest!.key) : undefined;
  }

  delete(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#unlink(entry);
    return entry.value;
  }

  clear(): void {
    this.#entries.clear();
    this.#newest = undefined;
    this.#oldest = undefined;
  }

  *values(): IterableIterator<Value> {
    for (const { value } of this.#entries.values()) yield value;
  }

  #link(entry: Entry<Value>): void {
    entry.newer = undefined;
    entry.older = this.#newest;
    if (this.#newest) this.#newest.newer = entry;
    this.#newest = entry;
    this.#oldest ??= entry;
  }

  #unlink({ newer, older }: Entry<Value>): void {
    if (newer) newer.older = older;
    else this.#newest = older;
    if (older) older.newer = newer;
    else this.#oldest = newer;
  }
}
