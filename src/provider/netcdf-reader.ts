/** One variable of a classic NetCDF file, with its axes; only what a grid of one time and level needs. */
export interface GridVariable {
  latitudes: Float32Array;
  longitudes: Float32Array;
  /** Row by row, in the order of the latitudes. */
  values: Float32Array;
}

interface Variable {
  dimensions: number[];
  type: number;
  begin: number;
}

const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8 };

/** The other format of the same name is HDF5 inside. */
export const isClassic = (file: Buffer) =>
  file.subarray(0, 3).toString('latin1') === 'CDF' && (file[3] === 1 || file[3] === 2);

/** Undefined where the file has no such variable over latitude and longitude. */
export function readGridVariable(file: Buffer, name: string): GridVariable | undefined {
  const { lengths, names, variables } = readHeader(file);
  const variable = variables.get(name);
  const latitude = variables.get('latitude');
  const longitude = variables.get('longitude');
  if (!variable || !latitude || !longitude) return undefined;
  const lengthOf = ({ dimensions }: Variable) =>
    dimensions.reduce((product, index) => product * lengths[index]!, 1);
  const isGrid = variable.dimensions.slice(-2).every((index, at) => names[index] === axes[at]);
  if (!isGrid || lengthOf(variable) !== lengthOf(latitude) * lengthOf(longitude)) return undefined;
  const read = (each: Variable) => readValues(file, each, lengthOf(each));
  return { latitudes: read(latitude), longitudes: read(longitude), values: read(variable) };
}

const axes = ['latitude', 'longitude'];

function readValues(file: Buffer, { type, begin }: Variable, length: number): Float32Array {
  const size = sizes[type] ?? 0;
  const at = (index: number) => begin + index * size;
  if (type === 5) return Float32Array.from({ length }, (_, index) => file.readFloatBE(at(index)));
  if (type === 6) return Float32Array.from({ length }, (_, index) => file.readDoubleBE(at(index)));
  if (type === 4) return Float32Array.from({ length }, (_, index) => file.readInt32BE(at(index)));
  return Float32Array.from({ length }, (_, index) => file.readInt16BE(at(index)));
}

/** Reads beyond the end throw a RangeError, so that a damaged file ends and does not loop. */
function readHeader(file: Buffer) {
  const isLong = file[3] === 2;
  let place = 8;
  const word = () => {
    place += 4;
    return file.readInt32BE(place - 4);
  };
  const offset = () => {
    place += 8;
    return Number(file.readBigInt64BE(place - 8));
  };
  const text = () => {
    const length = word();
    const value = file.toString('utf8', place, place + length);
    place += padded(length);
    return value;
  };
  /** Its tag, then how many. */
  const count = () => {
    place += 4;
    return word();
  };
  const skipAttributes = () => {
    for (let left = count(); left > 0; left--) {
      text();
      const size = sizes[word()] ?? 1;
      const length = word();
      place += padded(length * size);
    }
  };

  const names: string[] = [];
  const lengths: number[] = [];
  for (let left = count(); left > 0; left--) {
    names.push(text());
    lengths.push(word());
  }
  skipAttributes();
  const variables = new Map<string, Variable>();
  for (let left = count(); left > 0; left--) {
    const name = text();
    const dimensions = Array.from({ length: word() }, word);
    skipAttributes();
    const type = word();
    place += 4;
    variables.set(name, { dimensions, type, begin: isLong ? offset() : word() });
  }
  return { names, lengths, variables };
}

const padded = (bytes: number) => Math.ceil(bytes / 4) * 4;
