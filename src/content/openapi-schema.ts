import type { Parameter } from './contract.ts';
import { parseFieldType } from './field-type.ts';
import { prose } from './markdown-text.ts';

/** A JSON Schema of the dialect that OpenAPI 3.1 uses. */
export interface Schema {
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  /** What the keys of a map are; documentation tools show it. */
  'x-additionalPropertiesName'?: string;
  contentMediaType?: string;
  const?: unknown;
}

/** `at` is the address from which links in descriptions are made whole. */
export function answerSchema(fields: Parameter[], at: string): Schema {
  const [only] = fields;
  if (fields.length === 1 && only?.name === '[]') return { type: 'array', items: fieldSchema(only, at) };
  return objectSchema(fields, at);
}

/** A name in braces stands for the keys of a map. */
function objectSchema(fields: Parameter[], at: string): Schema {
  const named = fields.filter(({ name }) => !isKey(name));
  const keyed = fields.find(({ name }) => isKey(name));
  const required = named.filter(isAlwaysThere).map(({ name }) => name);
  return {
    type: 'object',
    ...(named.length > 0 && {
      properties: Object.fromEntries(named.map((field) => [field.name, fieldSchema(field, at)])),
    }),
    ...(required.length > 0 && { required }),
    ...(keyed && {
      additionalProperties: fieldSchema(keyed, at),
      'x-additionalPropertiesName': keyed.name.slice(1, -1),
    }),
  };
}

/** A note such as "With `include_ids`" says that the field comes only when it is asked for. */
const isAlwaysThere = ({ required, note }: Parameter) =>
  required !== 'optional' && !note?.startsWith('With `');

const isKey = (name: string) => /^\{.+\}$/.test(name);

function fieldSchema(field: Parameter, at: string): Schema {
  const { base, arrays, nullable } = parseFieldType(field.type);
  const isObject = base === 'object' || base === 'map';
  let schema = isObject ? objectSchema(field.arrayItems ?? [], at) : valueSchema(base, field.format);
  for (let depth = 0; depth < arrays; depth++) schema = { type: 'array', items: schema };
  if (nullable && typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  return { description: describe(field, at), ...schema };
}

export function describe({ description, note, format, unit }: Parameter, at: string): string {
  const details = [unit && `Unit: ${unit}.`, format && `Format: \`${format}\`.`].filter(Boolean).join(' ');
  return [prose(description, at), note && prose(note, at), details].filter(Boolean).join('\n\n');
}

/** Of the words of a format, those that a schema can say as well. */
export function valueSchema(base: string, format = ''): Schema {
  const isNumeric = base === 'integer' || base === 'number';
  if (!isNumeric && base !== 'string') return base === 'boolean' ? { type: base } : {};
  const schema: Schema = { type: base };

  const range = /^(-?[\d.]+) to (-?[\d.]+)$/.exec(format);
  const from = /^from (-?[\d.]+)$/.exec(format);
  if (isNumeric && range) return { ...schema, minimum: Number(range[1]), maximum: Number(range[2]) };
  if (isNumeric && from) return { ...schema, minimum: Number(from[1]) };

  if (/^[\w.]+(, [\w.]+)* or [\w.]+$/.test(format)) {
    const words = format.split(/, | or /);
    return { ...schema, enum: isNumeric ? words.map(Number) : words };
  }
  if (base === 'string' && format === 'ISO 8601') return { ...schema, format: 'date-time' };
  if (base === 'string' && format === 'YYYY-MM-DD') return { ...schema, format: 'date' };
  // Nanoseconds do not fit into 32 bits.
  return base === 'integer' ? { ...schema, format: 'int64' } : schema;
}
