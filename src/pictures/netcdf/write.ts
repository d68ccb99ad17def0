/** Classic NetCDF with 64-bit offsets (CDF-2), which needs no library to write and every library reads. */
export interface NetcdfFile {
  dimensions: { name: string; length: number }[];
  attributes: Attributes;
  /** Their values follow the header in this order, without gaps. */
  variables: NetcdfVariable[];
}

export interface NetcdfVariable {
  name: string;
  /** These types fill whole words, so nothing needs padding. */
  type: 'int' | 'float' | 'double';
  dimensions: string[];
  attributes: Attributes;
}

/** Whole numbers become integers, others doubles; lists are of whole numbers. */
export type Attributes = Record<string, string | number | number[]>;

const tagCodes = { dimension: 0x0a, variable: 0x0b, attribute: 0x0c } as const;
const typeCodes = { char: 2, int: 4, float: 5, double: 6 } as const;
const byteSizes = { int: 4, float: 4, double: 8 } as const;

export function netcdfHeader(file: NetcdfFile): Buffer {
  // The offsets stand in the header, whose length does not depend on them.
  const headerBytes = encode(file, 0).length;
  return encode(file, headerBytes);
}

/** Bytes of all values together: with the header's length, the whole file's before a value is computed. */
export function netcdfDataBytes(file: NetcdfFile): number {
  return file.variables.reduce((sum, variable) => sum + variableBytes(file, variable), 0);
}

/** Values as the file stores them; the given array is turned in place and must not be used again. */
export function bigEndian(
  values: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).swap32();
}

function encode(file: NetcdfFile, firstOffset: number): Buffer {
  const parts: Buffer[] = [Buffer.from('CDF\x02', 'latin1'), word(0)];
  parts.push(...listHead(tagCodes.dimension, file.dimensions.length));
  for (const { name, length } of file.dimensions) parts.push(text(name), word(length));
  parts.push(...attributeList(file.attributes));
  parts.push(...listHead(tagCodes.variable, file.variables.length));
  let offset = firstOffset;
  for (const variable of file.variables) {
    const bytes = variableBytes(file, variable);
    parts.push(text(variable.name), word(variable.dimensions.length));
    for (const name of variable.dimensions)
      parts.push(word(file.dimensions.findIndex((each) => each.name === name)));
    parts.push(
      ...attributeList(variable.attributes),
      word(typeCodes[variable.type]),
      word(bytes),
      longWord(offset),
    );
    offset += bytes;
  }
  return Buffer.concat(parts);
}

function variableBytes(file: NetcdfFile, variable: NetcdfVariable): number {
  return variable.dimensions.reduce<number>(
    (product, name) => product * file.dimensions.find((each) => each.name === name)!.length,
    byteSizes[variable.type],
  );
}

function attributeList(attributes: Attributes): Buffer[] {
  const entries = Object.entries(attributes);
  return [
    ...listHead(tagCodes.attribute, entries.length),
    ...entries.flatMap(([name, value]) => [text(name), ...attributeValue(value)]),
  ];
}

function attributeValue(value: string | number | number[]): Buffer[] {
  if (typeof value === 'string') return [word(typeCodes.char), text(value)];
  if (Array.isArray(value)) return [word(typeCodes.int), word(value.length), ...value.map(word)];
  if (Number.isInteger(value)) return [word(typeCodes.int), word(1), word(value)];
  const double = Buffer.alloc(8);
  double.writeDoubleBE(value);
  return [word(typeCodes.double), word(1), double];
}

function listHead(tag: number, count: number): Buffer[] {
  return count === 0 ? [word(0), word(0)] : [word(tag), word(count)];
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([word(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function longWord(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}
