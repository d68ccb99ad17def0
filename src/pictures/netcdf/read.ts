import type { Grid } from '../picture.ts';

/** A variable of a classic NetCDF file: where its values are, and how they are laid out. */
interface Variable {
  name: string;
  /** Its dimensions, by name and by length. */
  axes: string[];
  sides: number[];
  attributes: Map<string, string>;
  type: number;
  /** The byte offset of its values, which are big-endian. */
  begin: number;
}

const typeBytes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8 };
const charType = 2;
const floatType = 5;
/** The limit counts dimensions, attributes and variables together; files of all variables have a few hundred. */
const maxEntries = 2000;
const maxTextBytes = 64 * 1024;

/** Returns undefined for another format, such as NetCDF 4, which is HDF5, and for an invalid header. */
function readVariables(file: ArrayBuffer): Variable[] | undefined {
  const [c, d, f, version] = new Uint8Array(file);
  if (String.fromCharCode(c ?? 0, d ?? 0, f ?? 0) !== 'CDF' || (version !== 1 && version !== 2))
    return undefined;
  try {
    return readHeader(new DataView(file), version);
  } catch (error) {
    // The file ends before its header does, or a count is negative or in the millions.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readHeader(view: DataView, version: 1 | 2): Variable[] {
  // The magic number and the record count come first.
  let offset = 8;
  let entries = 0;
  const skip = (length: number) => {
    offset += Math.ceil(length / 4) * 4;
  };
  const word = () => {
    skip(4);
    return view.getInt32(offset - 4);
  };
  const longWord = () => {
    skip(8);
    return Number(view.getBigInt64(offset - 8));
  };
  /** A negative size would lead back to bytes that have been read, again and again. */
  const size = () => {
    const value = word();
    if (value < 0) throw new RangeError('Negative size');
    return value;
  };
  const count = () => {
    const value = size();
    entries += value;
    if (entries > maxEntries) throw new RangeError('Too many entries');
    return value;
  };
  const text = () => {
    const length = size();
    if (length > maxTextBytes) throw new RangeError('Text is too long');
    const value = new TextDecoder().decode(new Uint8Array(view.buffer, offset, length));
    skip(length);
    return value;
  };
  const list = <Entry>(read: () => Entry): Entry[] => {
    word();
    return Array.from({ length: count() }, read);
  };
  const readAttributes = () => {
    const texts = new Map<string, string>();
    list(() => {
      const name = text();
      const type = word();
      if (type === charType) texts.set(name, text());
      else skip(size() * (typeBytes[type] ?? 1));
    });
    return texts;
  };
  const dimensions = list(() => ({ name: text(), length: size() }));
  readAttributes();
  return list(() => {
    const name = text();
    const own = Array.from({ length: count() }, () => dimensions[word()]);
    const attributes = readAttributes();
    const type = word();
    // The size of the values follows from type and dimensions.
    word();
    return {
      name,
      axes: own.map((dimension) => dimension?.name ?? ''),
      sides: own.map((dimension) => dimension?.length ?? 0),
      attributes,
      type,
      begin: version === 1 ? word() : longWord(),
    };
  });
}

/** A field of a classic NetCDF file on the whole globe. */
interface NetcdfGrid {
  variable: string;
  unit: string;
  grid: Grid;
}

/** A picture cannot show a finer step. */
const minStepDegrees = 1;

/** The first float variable that has a value for each latitude and longitude; undefined if there is none. */
export function readNetcdfGrid(file: ArrayBuffer): NetcdfGrid | undefined {
  const variables = readVariables(file);
  const found = variables?.find(({ type, sides }) => type === floatType && isGlobe(sides));
  if (!found) return undefined;
  const [rows = 0, columns = 0] = found.sides.slice(-2);
  if (!isInside(found, file)) return undefined;
  const view = new DataView(file, found.begin);
  const every = Math.max(1, Math.round(minStepDegrees / (360 / columns)));
  const values: number[] = [];
  for (let row = 0; row < rows; row += every)
    for (let column = 0; column < columns; column += every)
      values.push(valueOrNaN(view.getFloat32((row * columns + column) * 4)));
  return {
    variable: found.name,
    unit: found.attributes.get('units') ?? '',
    grid: { stepDegrees: (360 * every) / columns, values },
  };
}

/** True for a grid from pole to pole and once around, for one time and one level. */
function isGlobe(sides: number[]): boolean {
  const [rows = 0, columns = 0] = sides.slice(-2);
  return (
    sides.length >= 2 &&
    columns > 0 &&
    rows === columns / 2 + 1 &&
    sides.slice(0, -2).every((side) => side === 1)
  );
}

/** A file has a number beyond all weather where nothing was computed. */
export const valueOrNaN = (value: number) => (Math.abs(value) > 1e30 ? Number.NaN : value);

/** One variable of a file with its axes, for one time and one level. */
export interface GridVariable {
  latitudes: Float32Array;
  longitudes: Float32Array;
  /** Row by row, in the order of the latitudes. */
  values: Float32Array;
}

/** Twice the number of steps of the finest grid in use, a tenth of a degree. */
const maxAxisLength = 7200;

/** Undefined if the file is not a classic one, or has no such variable over latitude and longitude. For Node. */
export function readGridVariable(file: Buffer, name: string): GridVariable | undefined {
  const bytes = new Uint8Array(file).buffer;
  const variables = readVariables(bytes) ?? [];
  const find = (wanted: string) => variables.find((each) => each.name === wanted && each.type === floatType);
  const [variable, latitude, longitude] = [find(name), find('latitude'), find('longitude')];
  if (!variable || !latitude || !longitude) return undefined;
  const isGrid =
    variable.axes.slice(-2).join() === 'latitude,longitude' &&
    [latitude, longitude].every((each) => lengthOf(each) > 0 && lengthOf(each) <= maxAxisLength) &&
    lengthOf(variable) === lengthOf(latitude) * lengthOf(longitude);
  if (!isGrid || ![variable, latitude, longitude].every((each) => isInside(each, bytes))) return undefined;
  const read = (each: Variable) => readFloats(bytes, each);
  return { latitudes: read(latitude), longitudes: read(longitude), values: read(variable) };
}

const lengthOf = ({ sides }: Variable) => sides.reduce((product, side) => product * side, 1);
const endOf = (variable: Variable) => variable.begin + lengthOf(variable) * 4;
const isInside = (variable: Variable, { byteLength }: ArrayBuffer) =>
  variable.begin >= 0 && endOf(variable) <= byteLength;

/** `swap32` is native: reading a million values one by one would block the event loop for a tenth of a second. */
function readFloats(bytes: ArrayBuffer, variable: Variable): Float32Array {
  const own = Buffer.from(bytes.slice(variable.begin, endOf(variable)));
  own.swap32();
  return new Float32Array(own.buffer, own.byteOffset, lengthOf(variable));
}
