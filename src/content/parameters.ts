export type ParameterValue = string | number | boolean;

export interface Parameter {
  name: string;
  type: string;
  description: string;
  /** One of the named formats, or a description for people. */
  format?: string | undefined;
  required?: string | undefined;
  note?: string | undefined;
  unit?: string | undefined;
  /** The allowed values. Together with a range, whole numbers in the range are allowed too. */
  enum?: ParameterValue[] | undefined;
  /** The allowed values by path, where they differ between the endpoint's paths. */
  enum_by_path?: Record<string, string[]> | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  pattern?: string | undefined;
  default?: ParameterValue | undefined;
  example?: ParameterValue | undefined;
  /** The source of a value that is valid today: an endpoint and a JSON pointer into its response. */
  example_source?: string | undefined;
  /** Parameters that must be sent with it. */
  needs?: string[] | undefined;
  /** Parameters that must not be sent with it. */
  not_with?: string[] | undefined;
  /** A response field with this name appears only if this parameter is sent. */
  only_with?: string | undefined;
  /** The fields of each entry, where the type is an array or a map. */
  arrayItems?: Parameter[] | undefined;
}

/** A parameter may also name a model of the provider as its requirement. */
export const requirements = ['required', 'optional', 'alternative'];

/** Notations of the named formats. Other formats are shown as written. */
const formatNames: Record<string, string> = {
  'date-time': 'ISO 8601',
  date: 'YYYY-MM-DD',
  'date-hour': 'YYYY-MM-DDTHH:00:00',
};

/** The largest range of numbers beside an enum of strings. */
export const maxChoices = 1000;

/** All allowed values, if they can be listed. The path matters for `enum_by_path`. */
export function choicesOf(parameter: Parameter, path: string): ParameterValue[] | undefined {
  const { type, minimum, maximum } = parameter;
  if (parameter.enum_by_path) return parameter.enum_by_path[path];
  if (!parameter.enum || type !== 'string') return parameter.enum;
  if (minimum === undefined || maximum === undefined || maximum - minimum > maxChoices) return parameter.enum;
  const numbers = Array.from({ length: maximum - minimum + 1 }, (_, index) => String(minimum + index));
  return [...parameter.enum, ...numbers];
}

/** An example that fits the path. */
export function exampleOf(parameter: Parameter, path: string): ParameterValue | undefined {
  const choices = choicesOf(parameter, path);
  return choices?.every((choice) => choice !== parameter.example) ? choices[0] : parameter.example;
}

/** The text of the Format line: as written in the YAML, or derived from the other fields. */
export function formatWords(parameter: Parameter): string | undefined {
  const { type, format, minimum, maximum } = parameter;
  if (format) return formatNames[format] ?? format;
  if (type === 'boolean') return parameter.default === undefined ? undefined : 'true or false';
  const words = parameter.enum && listWords(parameter.enum.map(String));
  const range = rangeWords(minimum, maximum);
  return words && range ? `${words}, or ${range}` : (words ?? range);
}

function rangeWords(minimum: number | undefined, maximum: number | undefined): string | undefined {
  if (minimum === undefined) return undefined;
  return maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`;
}

const listWords = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The description, with the default value if there is one. */
export function descriptionWords({ description, default: value }: Parameter): string {
  return value === undefined ? description : `${description} The default is \`${value}\`.`;
}

/** The note, with the parameter that the field requires. */
export function noteWords({ note, only_with }: Parameter): string | undefined {
  if (only_with === undefined) return note;
  return [`With \`${only_with}\`.`, note].filter(Boolean).join(' ');
}

interface FieldType {
  /** The type of the innermost values; undefined if they are not JSON. */
  base?: 'string' | 'number' | 'integer' | 'boolean' | 'object';
  /** The number of arrays around them. */
  arrays?: number;
  nullable?: boolean;
}

export const inputTypes = ['string', 'integer', 'number', 'boolean'] as const;

/** The types of response fields, by the text that a page shows. */
export const fieldTypes: Record<string, FieldType> = {
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
};

/** A guide may use any other text as a type. */
export const fieldTypeOf = (type: string): FieldType => fieldTypes[type] ?? {};

export interface Field {
  /** The value's path in the response: `observations[].time`, `hdd.{state}.{date}`. */
  path: string;
  parameter: Parameter;
}

/** The fields of a response with their nested fields, in order. */
export function fieldsOf(parameters: Parameter[], parent = ''): Field[] {
  return parameters.flatMap((parameter) => {
    const path = parent && parameter.name !== '[]' ? `${parent}.${parameter.name}` : parent + parameter.name;
    const inside = path + '[]'.repeat(fieldTypeOf(parameter.type).arrays ?? 0);
    return [{ path, parameter }, ...fieldsOf(parameter.arrayItems ?? [], inside)];
  });
}

interface ValueSchema {
  format?: string;
  pattern?: string;
}

const month = '(0[1-9]|1[0-2])';
const day = String.raw`(0[1-9]|[12]\d|3[01])`;
const hour = String.raw`([01]\d|2[0-3])`;
const rest = String.raw`(:[0-5]\d:[0-5]\d(Z|[+-]\d{2}:\d{2})?)?`;

/** JSON Schema of the named formats. */
const valueSchemas: Record<string, ValueSchema> = {
  'date-time': { format: 'date-time' },
  date: { format: 'date' },
  /** Shorter forms are accepted too; only date and hour matter. */
  'date-hour': {
    pattern: `^(\\d{4}${month}${day}${hour}|\\d{4}-${month}-${day}T${hour}${rest})$`,
  },
};

export const valueSchemaOf = (format: string | undefined): ValueSchema | undefined =>
  valueSchemas[format ?? ''];
