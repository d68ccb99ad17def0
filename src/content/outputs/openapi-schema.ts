import type { ApiError, EndpointDoc, GuideStep, Parameter, ParameterValue } from '../contract.ts';
import {
  choicesOf,
  descriptionWords,
  exampleOf,
  fieldTypeOf,
  formatWords,
  noteWords,
  valueSchemaOf,
} from '../parameters.ts';
import { blocks, prose } from './markdown-text.ts';

/** A JSON Schema of the dialect that OpenAPI 3.1 uses. */
export interface Schema {
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  enum?: ParameterValue[];
  default?: ParameterValue;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
  /** The name of a map's keys, which documentation tools show. */
  'x-additionalPropertiesName'?: string;
  contentMediaType?: string;
  const?: unknown;
}

/** `at` is the address against which links in descriptions are resolved. */
function answerSchema(fields: Parameter[], at: string): Schema {
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

const isAlwaysThere = ({ only_with }: Parameter) => only_with === undefined;

const isKey = (name: string) => /^\{.+\}$/.test(name);

function fieldSchema(field: Parameter, at: string): Schema {
  const { base, arrays = 0, nullable = false } = fieldTypeOf(field.type);
  let schema = base === 'object' ? objectSchema(field.arrayItems ?? [], at) : valueSchema(field, base);
  for (let depth = 0; depth < arrays; depth++) schema = { type: 'array', items: schema };
  if (nullable && typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  return { description: describe(field, at), ...schema };
}

export function describe(parameter: Parameter, at: string): string {
  const { unit } = parameter;
  const [note, format] = [noteWords(parameter), formatWords(parameter)];
  const details = [unit && `Unit: ${unit}.`, format && `Format: \`${format}\`.`].filter(Boolean).join(' ');
  return [prose(descriptionWords(parameter), at), note && prose(note, at), details]
    .filter(Boolean)
    .join('\n\n');
}

/** The schema of a parameter's values on this path. */
export function inputSchema(parameter: Parameter, path: string): Schema {
  const schema = oneSchema(parameter, path);
  const isMoment = parameter.format?.startsWith('unix seconds');
  // The API also accepts an ISO time.
  return isMoment ? { anyOf: [schema, { type: 'string', format: 'date-time' }] } : schema;
}

function oneSchema(parameter: Parameter, path: string): Schema {
  const { minimum, maximum, pattern, default: usual } = parameter;
  const choices = choicesOf(parameter, path);
  if (choices && parameter.type === 'number') return decimalChoice(choices, usual);
  return {
    ...valueSchema(parameter, parameter.type),
    ...(choices && { enum: choices }),
    ...(!choices && minimum !== undefined && { minimum }),
    ...(!choices && maximum !== undefined && { maximum }),
    ...(pattern !== undefined && { pattern }),
    ...(usual !== undefined && { default: usual }),
  };
}

/** Query values are text, and not every client generator supports an enum of decimals. */
const decimalChoice = (choices: ParameterValue[], usual: ParameterValue | undefined): Schema => ({
  type: 'string',
  enum: choices.map(String),
  ...(usual !== undefined && { default: String(usual) }),
});

/** The example has the type of the schema. */
export function inputExample(parameter: Parameter, path: string): ParameterValue | undefined {
  const example = exampleOf(parameter, path);
  return oneSchema(parameter, path).type === 'string' && example !== undefined ? String(example) : example;
}

/** Nanoseconds do not fit into 32 bits. */
function valueSchema({ format }: Parameter, type: string | undefined): Schema {
  if (type === undefined) return {};
  return { type, ...(type === 'integer' && { format: 'int64' }), ...valueSchemaOf(format) };
}

const rateLimitHeaders = Object.fromEntries(
  ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map(
    (name) => [name, { $ref: `#/components/headers/${name}` }],
  ),
);

interface SuccessAnswer {
  description: string;
  headers: object;
  content: Record<string, { schema: Schema | { $ref: string }; example?: unknown }>;
  'x-netcdf-fields'?: object[];
}

function headersOf({ answer_headers = [] }: EndpointDoc, url: string): object {
  const own = answer_headers.map(({ name, description }) => [
    name,
    { description: prose(description, url), required: true, schema: { type: 'string' } },
  ]);
  return { ...rateLimitHeaders, ...Object.fromEntries(own) };
}

export function successOf(doc: EndpointDoc, url: string): SuccessAnswer {
  const headers = headersOf(doc, url);
  const { type, text } = doc.response_example;
  if (type === 'application/json') {
    const content = {
      [type]: { schema: answerSchema(doc.response_parameters, url), example: parseExact(text) },
    };
    return { description: 'OK', headers, content };
  }
  return {
    description: blocks('A NetCDF file. Example header:', `\`\`\`\n${text.trimEnd()}\n\`\`\``),
    headers,
    content: { [type]: { schema: { type: 'string', format: 'binary', contentMediaType: type } } },
    'x-netcdf-fields': doc.response_parameters.map((field) => ({
      name: field.name,
      type: field.type,
      description: describe(field, url),
    })),
  };
}

export type CommonError = Pick<GuideStep, 'description'> & { status: number };

/** The endpoint's own errors, and the common errors for every other status. */
export function errorsOf(
  uses: { doc: EndpointDoc; url: string }[],
  common: CommonError[],
  baseUrl: string,
): Record<string, object> {
  const texts = new Map<number, Set<string>>();
  for (const { status, description } of common) {
    const isOwn = uses.every(({ doc }) => doc.errors.some((error) => error.status === status));
    if (!isOwn) texts.set(status, new Set([prose(description, baseUrl)]));
  }
  for (const { doc, url } of uses) {
    for (const error of doc.errors)
      texts.set(error.status, (texts.get(error.status) ?? new Set()).add(errorText(error, url)));
  }
  const tagged = uses.find(({ doc }) => doc.answer_headers?.some(({ name }) => name === 'ETag'));
  const errors = Object.fromEntries(
    [...texts].map(([status, sentences]) => [
      status,
      {
        description: blocks(...sentences),
        ...(status in errorHeaders && { headers: errorHeaders[status] }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
  if (!tagged) return errors;
  return { 304: { description: notModified, headers: headersOf(tagged.doc, tagged.url) }, ...errors };
}

const notModified = 'Not changed since the response whose `ETag` was sent as `If-None-Match`. No body.';

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
const errorHeaders: Record<number, object> = {
  400: rateLimitHeaders,
  404: rateLimitHeaders,
  405: { ...rateLimitHeaders, Allow: { $ref: '#/components/headers/Allow' } },
  429: { ...rateLimitHeaders, ...retryAfter },
  503: retryAfter,
};

const errorText = ({ meaning, action }: ApiError, url: string) =>
  blocks(prose(meaning, url), prose(action, url));

/** A number that JavaScript cannot represent, or would write differently, keeps its original digits. */
function parseExact(text: string): unknown {
  return JSON.parse(text, ((_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && source !== String(value)
      ? rawJson(source)
      : value) as Reviver);
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

const { rawJSON: rawJson } = JSON as typeof JSON & { rawJSON(text: string): unknown };
