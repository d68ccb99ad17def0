import { floatType, readVariables, type Variable } from '../../pictures/netcdf/classic-header.ts';

/** One variable of a file with its axes; only what a grid of one time and level needs. */
export interface GridVariable {
  latitudes: Float32Array;
  longitudes: Float32Array;
  /** Row by row, in the order of the latitudes. */
  values: Float32Array;
}

/** Half of the finest step in use, a tenth of a degree. */
const maxAxisLength = 7200;

/** Undefined where the file is no classic one, or has no such variable over latitude and longitude. */
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

/** Turned by the machine: a million values one by one would hold the event loop for a tenth of a second. */
function readFloats(bytes: ArrayBuffer, variable: Variable): Float32Array {
  const own = Buffer.from(bytes.slice(variable.begin, endOf(variable)));
  own.swap32();
  return new Float32Array(own.buffer, own.byteOffset, lengthOf(variable));
}
