import { readFileSync } from 'node:fs';

/** What a unit file says, with the instance in place of %i. A key that stands twice has both values. */
export class UnitFile {
  readonly #values = new Map<string, string[]>();

  constructor(path: string, instance: string) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (key === undefined) continue;
      const specified = value!.replaceAll(/%(.)/g, (_, letter) => (letter === 'i' ? instance : letter));
      this.#values.set(key, [...this.all(key), specified]);
    }
  }

  all = (key: string) => this.#values.get(key) ?? [];
  find = (key: string) => this.all(key).at(-1);
  commands = (key: string) => this.all(key).map(wordsOf);

  seconds(key: string, otherwise: number): number {
    const text = this.find(key) ?? String(otherwise);
    if (!/^\d+$/.test(text)) throw new Error(`${key}=${text}: only whole seconds are understood here`);
    return Number(text);
  }

  /** Files first, then what stands in the unit: nothing else, whatever the environment of the caller has. */
  environment(): Record<string, string> {
    const lines = [
      ...this.all('EnvironmentFile').flatMap((file) => readFileSync(file, 'utf8').split('\n')),
      ...this.all('Environment'),
    ];
    const pairs = lines.flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value!.replace(/^'(.*)'$/, '$1')]];
    });
    return Object.fromEntries(pairs);
  }
}

/** Single quotes hold words together; `$$` is a dollar. */
const wordsOf = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) =>
    (quoted ?? bare!).replaceAll('$$', '$'),
  );
