/** A variable of a classic NetCDF file: where its values lie, and how they are laid out. */
export interface Variable {
  name: string;
  /** Its dimensions, by name and by length. */
  axes: string[];
  sides: number[];
  texts: Map<string, string>;
  type: number;
  /** Where its values begin, in bytes; they are big-endian. */
  begin: number;
}

const typeBytes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8 };
const charType = 2;
export const floatType = 5;
const entriesMax = 1000;

/** Undefined for another format, such as the one of the same name with HDF5 inside, and for a file that ends too soon. */
export function readVariables(file: ArrayBuffer): Variable[] | undefined {
  const bytes = new Uint8Array(file);
  const version = bytes[3];
  if (new TextDecoder().decode(bytes.subarray(0, 3)) !== 'CDF' || (version !== 1 && version !== 2))
    return undefined;
  try {
    return new HeaderReader(file, version).variables();
  } catch {
    // The file ends before its header does.
    return undefined;
  }
}

class HeaderReader {
  readonly #view: DataView;
  readonly #version: 1 | 2;
  /** Behind the magic number and the count of records. */
  #at = 8;

  constructor(file: ArrayBuffer, version: 1 | 2) {
    this.#view = new DataView(file);
    this.#version = version;
  }

  variables(): Variable[] {
    const dimensions = this.#list(() => ({ name: this.#text(), length: this.#word() }));
    this.#attributes();
    return this.#list(() => {
      const name = this.#text();
      const own = Array.from({ length: this.#count() }, () => dimensions[this.#word()]);
      const texts = this.#attributes();
      const type = this.#word();
      this.#word();
      const begin = this.#version === 1 ? this.#word() : this.#longWord();
      return {
        name,
        axes: own.map((dimension) => dimension?.name ?? ''),
        sides: own.map((dimension) => dimension?.length ?? 0),
        texts,
        type,
        begin,
      };
    });
  }

  #attributes(): Map<string, string> {
    const texts = new Map<string, string>();
    this.#list(() => {
      const name = this.#text();
      const type = this.#word();
      if (type === charType) texts.set(name, this.#text());
      else this.#skip(this.#word() * (typeBytes[type] ?? 1));
    });
    return texts;
  }

  #list<Entry>(read: () => Entry): Entry[] {
    this.#word();
    return Array.from({ length: this.#count() }, read);
  }

  #count(): number {
    const count = this.#word();
    if (count < 0 || count > entriesMax) throw new RangeError('No header is as long');
    return count;
  }

  #text(): string {
    const length = this.#word();
    const text = new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#at, length));
    this.#skip(length);
    return text;
  }

  #skip(length: number): void {
    this.#at += Math.ceil(length / 4) * 4;
  }

  #word(): number {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4);
  }

  #longWord(): number {
    this.#at += 8;
    return Number(this.#view.getBigInt64(this.#at - 8));
  }
}
