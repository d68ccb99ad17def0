/** A variable of a classic NetCDF file: where its values lie, and how they are laid out. */
export interface Variable {
  name: string;
  /** Its dimensions, by name and by length. */
  axes: string[];
  sides: number[];
  texts: Map<string, string>;
  type: number;
  /** The byte offset of its values, which are big-endian. */
  begin: number;
}

const typeBytes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8 };
const charType = 2;
export const floatType = 5;
/** Dimensions, attributes and variables together; files of all variables have a few hundred. */
const maxEntries = 2000;
const maxTextBytes = 64 * 1024;

/** Undefined for another format, such as the one of the same name with HDF5 inside, and for a header that is none. */
export function readVariables(file: ArrayBuffer): Variable[] | undefined {
  const bytes = new Uint8Array(file);
  const version = bytes[3];
  if (new TextDecoder().decode(bytes.subarray(0, 3)) !== 'CDF' || (version !== 1 && version !== 2))
    return undefined;
  try {
    return new HeaderReader(file, version).variables();
  } catch (error) {
    // The file ends before its header does, or counts something in millions or below zero.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class HeaderReader {
  readonly #view: DataView;
  readonly #version: 1 | 2;
  /** The offset after the magic number and the record count. */
  #at = 8;
  #entries = 0;

  constructor(file: ArrayBuffer, version: 1 | 2) {
    this.#view = new DataView(file);
    this.#version = version;
  }

  variables(): Variable[] {
    const dimensions = this.#list(() => ({ name: this.#text(), length: this.#size() }));
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
      else this.#skip(this.#size() * (typeBytes[type] ?? 1));
    });
    return texts;
  }

  #list<Entry>(read: () => Entry): Entry[] {
    this.#word();
    return Array.from({ length: this.#count() }, read);
  }

  #count(): number {
    const count = this.#size();
    this.#entries += count;
    if (this.#entries > maxEntries) throw new RangeError('No header is as long');
    return count;
  }

  /** Below zero it would lead back to what has been read, again and again. */
  #size(): number {
    const size = this.#word();
    if (size < 0) throw new RangeError('Less than nothing');
    return size;
  }

  #text(): string {
    const length = this.#size();
    if (length > maxTextBytes) throw new RangeError('No name is as long');
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
