import type { Parameter } from './contract.ts';

/** What a type is made of. */
interface FieldType {
  /** Of the innermost values; none where they are not JSON. */
  base?: 'string' | 'number' | 'integer' | 'boolean' | 'object';
  /** How many arrays lie around them. */
  arrays?: number;
  nullable?: boolean;
}

export const inputTypes = ['string', 'integer', 'number', 'boolean'] as const;

/** Every type that a field of an answer may have, by the words that a page shows. */
export const fieldTypes = {
  string: { base: 'string' },
  number: { base: 'number' },
  integer: { base: 'integer' },
  boolean: { base: 'boolean' },
  object: { base: 'object' },
  map: { base: 'object' },
  'string or null': { base: 'string', nullable: true },
  'number or null': { base: 'number', nullable: true },
  'array of strings': { base: 'string', arrays: 1 },
  'array of integers': { base: 'integer', arrays: 1 },
  'array of objects': { base: 'object', arrays: 1 },
  'array of arrays of objects': { base: 'object', arrays: 2 },
  'float32 variable': {},
  'int32 variable': {},
  'string attribute': {},
  'integer attribute': {},
} as const satisfies Record<string, FieldType>;

/** A guide may call a type what it likes. */
export const fieldTypeOf = (type: string): FieldType => (fieldTypes as Record<string, FieldType>)[type] ?? {};

export interface Field {
  /** Where the value stands in the answer: `observations[].time`, `hdd.{state}.{date}`. */
  path: string;
  parameter: Parameter;
}

/** The fields of an answer and those inside them, in order. */
export function fieldsOf(parameters: Parameter[], parent = ''): Field[] {
  return parameters.flatMap((parameter) => {
    const path = parent && parameter.name !== '[]' ? `${parent}.${parameter.name}` : parent + parameter.name;
    const inside = path + '[]'.repeat(fieldTypeOf(parameter.type).arrays ?? 0);
    return [{ path, parameter }, ...fieldsOf(parameter.arrayItems ?? [], inside)];
  });
}
