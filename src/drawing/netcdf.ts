import type { Grid } from './grid.ts';

/** A field of a classic NetCDF file on the whole globe. */
interface NetcdfGrid {
  variable: string;
  unit: string;
  grid: Grid;
}

const CLASSIC = 'CDF';
const typeBytes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8 };
const CHAR = 2;
const FLOAT = 5;
/** Less than a picture can show. */
const STEP_LEAST_DEGREES = 1;
const ENTRIES_MAX = 1000;

interface Variable {
  name: string;
  sides: number[];
  texts: Map<string, string>;
  type: number;
  begin: number;
}

/** The first float variable that has a value for each latitude and longitude; undefined where there is none. */
export function readNetcdfGrid(file: ArrayBuffer): NetcdfGrid | undefined {
  const variables = readVariables(file);
  const found = variables?.find(({ type, sides }) => type === FLOAT && isGlobe(sides));
  if (!found) return undefined;
  const [rows, columns] = found.sides.slice(-2) as [number, number];
  if (found.begin < 0 || found.begin + rows * columns * 4 > file.byteLength) return undefined;
  const view = new DataView(file, found.begin, rows * columns * 4);
  const every = Math.max(1, Math.round(STEP_LEAST_DEGREES / (360 / columns)));
  const values: number[] = [];
  for (let row = 0; row < rows; row += every)
    for (let column = 0; column < columns; column += every)
      values.push(known(view.getFloat32((row * columns + column) * 4)));
  return {
    variable: found.name,
    unit: found.texts.get('units') ?? '',
    grid: { stepDegrees: (360 * every) / columns, values },
  };
}

/** From pole to pole and once around, for one time and one level. */
function isGlobe(sides: number[]): boolean {
  const [rows = 0, columns = 0] = sides.slice(-2);
  return (
    sides.length >= 2 &&
    columns > 0 &&
    rows === columns / 2 + 1 &&
    sides.slice(0, -2).every((side) => side === 1)
  );
}

/** Where no value is known a file holds a number beyond all weather. */
const known = (value: number) => (Math.abs(value) > 1e30 ? Number.NaN : value);

function readVariables(file: ArrayBuffer): Variable[] | undefined {
  const bytes = new Uint8Array(file);
  const version = bytes[3];
  if (new TextDecoder().decode(bytes.subarray(0, 3)) !== CLASSIC || (version !== 1 && version !== 2))
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
    const sides = this.#list(() => {
      this.#text();
      return this.#word();
    });
    this.#attributes();
    return this.#list(() => {
      const name = this.#text();
      const own = Array.from({ length: this.#count() }, () => sides[this.#word()] ?? 0);
      const texts = this.#attributes();
      const type = this.#word();
      this.#word();
      const begin = this.#version === 1 ? this.#word() : this.#longWord();
      return { name, sides: own, texts, type, begin };
    });
  }

  #attributes(): Map<string, string> {
    const texts = new Map<string, string>();
    this.#list(() => {
      const name = this.#text();
      const type = this.#word();
      if (type === CHAR) texts.set(name, this.#text());
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
    if (count < 0 || count > ENTRIES_MAX) throw new RangeError('No header is as long');
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
