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
const byteSizes: Record<NetcdfVariable['type'], number> = { int: 4, float: 4, double: 8 };

export function netcdfHeader(file: NetcdfFile): Buffer {
  // The offsets are in the header, whose length does not depend on them.
  return encode(file, encode(file, 0).length);
}

/** The size of all values. With that of the header, it gives the size of the file before a value is computed. */
export const netcdfDataBytes = (file: NetcdfFile) =>
  file.variables.reduce((sum, variable) => sum + variableBytes(file, variable), 0);

/** Values as the file stores them. The bytes of the given array are swapped in place, so it must not be used again. */
export function bigEndian(
  values: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).swap32();
}

function encode(file: NetcdfFile, firstOffset: number): Buffer {
  let offset = firstOffset;
  return Buffer.concat([
    Buffer.from('CDF\x02', 'latin1'),
    word(0),
    ...list(tagCodes.dimension, file.dimensions, ({ name, length }) => [text(name), word(length)]),
    ...attributeList(file.attributes),
    ...list(tagCodes.variable, file.variables, (variable) => {
      const begin = Buffer.alloc(8);
      begin.writeBigInt64BE(BigInt(offset));
      const bytes = variableBytes(file, variable);
      offset += bytes;
      return [
        text(variable.name),
        word(variable.dimensions.length),
        ...variable.dimensions.map((name) => word(file.dimensions.findIndex((each) => each.name === name))),
        ...attributeList(variable.attributes),
        word(typeCodes[variable.type]),
        word(bytes),
        begin,
      ];
    }),
  ]);
}

/** A variable has each of its dimensions once. */
const variableBytes = (file: NetcdfFile, variable: NetcdfVariable) =>
  file.dimensions
    .filter(({ name }) => variable.dimensions.includes(name))
    .reduce((bytes, { length }) => bytes * length, byteSizes[variable.type]);

const attributeList = (attributes: Attributes) =>
  list(tagCodes.attribute, Object.entries(attributes), ([name, value]) => [
    text(name),
    ...attributeValue(value),
  ]);

function attributeValue(value: string | number | number[]): Buffer[] {
  if (typeof value === 'string') return [word(typeCodes.char), text(value)];
  if (Array.isArray(value)) return [word(typeCodes.int), word(value.length), ...value.map(word)];
  if (Number.isInteger(value)) return [word(typeCodes.int), word(1), word(value)];
  const double = Buffer.alloc(8);
  double.writeDoubleBE(value);
  return [word(typeCodes.double), word(1), double];
}

/** An empty list has no tag. */
const list = <Entry>(tag: number, entries: Entry[], encodeEntry: (entry: Entry) => Buffer[]) => [
  word(entries.length === 0 ? 0 : tag),
  word(entries.length),
  ...entries.flatMap(encodeEntry),
];

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([word(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
