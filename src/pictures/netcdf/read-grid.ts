import type { Grid } from '../picture.ts';
import { floatType, readVariables, type Variable } from './header.ts';

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
  const [rows, columns] = found.sides.slice(-2) as [number, number];
  if (found.begin < 0 || found.begin + rows * columns * 4 > file.byteLength) return undefined;
  const view = new DataView(file, found.begin, rows * columns * 4);
  const every = Math.max(1, Math.round(minStepDegrees / (360 / columns)));
  const values: number[] = [];
  for (let row = 0; row < rows; row += every)
    for (let column = 0; column < columns; column += every)
      values.push(valueOrNaN(view.getFloat32((row * columns + column) * 4)));
  return {
    variable: found.name,
    unit: found.texts.get('units') ?? '',
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
