/** The last few things that were asked for, so that going back to one asks nobody. */
export class Kept<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  find(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.keep(name, value);
    return value;
  }

  keep(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }

  forget(): void {
    this.#values.clear();
  }
}
