/**
 * A line in which networks take turns: however many one of them sends, the next one's turn comes after a single
 * of its own. Within a wide network the narrower ones take turns in the same way.
 */
export class FairLine<T> {
  readonly #waiting: T[] = [];
  /** In the order of their turns. */
  readonly #networks = new Map<string, FairLine<T>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `path` leads from the widest network to the narrowest. */
  push([network, ...narrower]: string[], item: T): void {
    this.#length++;
    if (network === undefined) {
      this.#waiting.push(item);
      return;
    }
    const line = this.#networks.get(network) ?? new FairLine<T>();
    line.push(narrower, item);
    this.#networks.set(network, line);
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined;
    this.#length--;
    const [network] = this.#networks.keys();
    if (network === undefined) return this.#waiting.shift();
    const line = this.#networks.get(network)!;
    this.#networks.delete(network);
    const item = line.shift();
    if (line.length > 0) this.#networks.set(network, line);
    return item;
  }

  /** The last of the network that holds the most places; of two that hold as many, of the one on the path. */
  dropFromLongest([network, ...narrower]: string[]): T | undefined {
    if (this.#length === 0) return undefined;
    this.#length--;
    const longest = [...this.#networks].reduce<[string, FairLine<T>] | undefined>(
      (found, entry) => (found && weight(found, network) >= weight(entry, network) ? found : entry),
      undefined,
    );
    if (!longest) return this.#waiting.pop();
    const [name, line] = longest;
    const item = line.dropFromLongest(narrower);
    if (line.length === 0) this.#networks.delete(name);
    return item;
  }
}

const weight = <T>([name, line]: [string, FairLine<T>], preferred: string | undefined) =>
  line.length + (name === preferred ? 0.5 : 0);
