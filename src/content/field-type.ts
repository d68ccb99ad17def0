import type { Parameter } from './contract.ts';

/** What the words of a type say: `array of arrays of objects`, `string or null`, `map`. */
export interface FieldType {
  /** Of the innermost values; empty where the words do not say. */
  base: string;
  /** How many arrays lie around them. */
  arrays: number;
  nullable: boolean;
}

export function parseFieldType(type: string): FieldType {
  const nullable = / or null$/.test(type);
  const words = type.replace(/ or null$/, '');
  if (words === 'array') return { base: '', arrays: 1, nullable };
  const around = /^(?:arrays? of )*/.exec(words)![0];
  const arrays = around.split(' of ').length - 1;
  const base = words.slice(around.length);
  return { base: arrays > 0 ? base.replace(/s$/, '') : base, arrays, nullable };
}

export interface Field {
  /** Where the value stands in the answer: `observations[].time`, `hdd.{state}.{date}`. */
  path: string;
  parameter: Parameter;
}

/** The fields of an answer and those inside them, in order. */
export function fieldsOf(parameters: Parameter[], parent = ''): Field[] {
  return parameters.flatMap((parameter) => {
    const path = parent && parameter.name !== '[]' ? `${parent}.${parameter.name}` : parent + parameter.name;
    const inside = path + '[]'.repeat(parseFieldType(parameter.type).arrays);
    return [{ path, parameter }, ...fieldsOf(parameter.arrayItems ?? [], inside)];
  });
}
