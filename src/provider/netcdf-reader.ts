import { floatType, readVariables, type Variable } from '../netcdf/classic-header.ts';

/** One variable of a file with its axes; only what a grid of one time and level needs. */
export interface GridVariable {
  latitudes: Float32Array;
  longitudes: Float32Array;
  /** Row by row, in the order of the latitudes. */
  values: Float32Array;
}

/** Undefined where the file is no classic one, or has no such variable over latitude and longitude. */
export function readGridVariable(file: ArrayBuffer, name: string): GridVariable | undefined {
  const variables = readVariables(file) ?? [];
  const find = (wanted: string) => variables.find((each) => each.name === wanted && each.type === floatType);
  const [variable, latitude, longitude] = [find(name), find('latitude'), find('longitude')];
  if (!variable || !latitude || !longitude) return undefined;
  const isGrid =
    variable.axes.slice(-2).join() === 'latitude,longitude' &&
    lengthOf(variable) === lengthOf(latitude) * lengthOf(longitude);
  if (!isGrid || [variable, latitude, longitude].some((each) => endOf(each) > file.byteLength))
    return undefined;
  const read = (each: Variable) => readFloats(file, each);
  return { latitudes: read(latitude), longitudes: read(longitude), values: read(variable) };
}

const lengthOf = ({ sides }: Variable) => sides.reduce((product, side) => product * side, 1);
const endOf = (variable: Variable) => variable.begin + lengthOf(variable) * 4;

function readFloats(file: ArrayBuffer, variable: Variable): Float32Array {
  const view = new DataView(file, variable.begin);
  return Float32Array.from({ length: lengthOf(variable) }, (_, index) => view.getFloat32(index * 4));
}
