import { z } from 'zod';
import type { Parameter } from './contract.ts';
import { fieldTypes, inputTypes } from './field-type.ts';
import { choicesOf } from './parameter-values.ts';
import { valueSchemaOf } from './value-schema.ts';
import { strictObject } from './yaml/strict-object.ts';

const line = z.string().trim().min(1);
const value = z.union([z.string(), z.number(), z.boolean()]);

const answerPlace = line.regex(
  /^\/[\w./]+#\/[\w/]+$/,
  'must be an endpoint and a JSON pointer, like /missions.json#/missions/0/id',
);

/** What a form begins with, by the name of the field. */
export const startValues = z.record(
  line,
  z.union([value, strictObject({ hours_from_now: z.int() }), strictObject({ source: answerPlace })]),
);

const words = {
  name: line,
  description: line,
  format: line.optional(),
  note: line.optional(),
  unit: line.optional(),
};

/** In a guide: of a function, a command or a table, in whatever words fit. */
export const guideParameter = strictObject({
  ...words,
  type: line,
  required: line.optional(),
});

/** A field of an answer, with those inside it. */
export const answerField: z.ZodType<Parameter> = z.lazy(() =>
  strictObject({
    ...words,
    type: z.enum(Object.keys(fieldTypes) as (keyof typeof fieldTypes)[]),
    only_with: line.optional(),
    arrayItems: z.array(answerField).optional(),
  }),
);

/** What an endpoint is asked with: complete, because forms and OpenAPI are made of it. */
export const inputParameter = strictObject({
  ...words,
  type: z.enum(inputTypes),
  required: line,
  enum: z.array(value).min(1).optional(),
  enum_by_path: z.record(line, z.array(line).min(1)).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: line.refine(isPattern, 'is not a regular expression').optional(),
  default: value.optional(),
  example: value,
  example_source: answerPlace.optional(),
  needs: z.array(line).min(1).optional(),
  not_with: z.array(line).min(1).optional(),
}).superRefine((parameter, context) => {
  const complain = (path: keyof Parameter, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const isNumeric = parameter.type === 'integer' || parameter.type === 'number';
  const isLimited = parameter.enum !== undefined || parameter.minimum !== undefined;
  if (isNumeric && !isLimited) complain('type', `${parameter.type} needs an enum or a minimum`);
  for (const field of ['enum', 'default', 'example'] as const) {
    const wrong = [parameter[field]].flat().find((each) => each !== undefined && !isOfType(each, parameter));
    if (wrong !== undefined) complain(field, `${JSON.stringify(wrong)} is not of type ${parameter.type}`);
  }
  for (const field of ['default', 'example'] as const) {
    const given = parameter[field];
    if (given !== undefined && !isAllowed(given, parameter))
      complain(field, `${JSON.stringify(given)} is not one of the values allowed`);
  }
});

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

type Given = z.infer<typeof value>;

function isOfType(given: Given, { type }: Parameter): boolean {
  return type === 'integer' ? Number.isInteger(given) : typeof given === type;
}

function isAllowed(given: Given, parameter: Parameter): boolean {
  const { minimum, maximum, enum_by_path, format } = parameter;
  if (enum_by_path) return Object.values(enum_by_path).flat().includes(String(given));
  const choices = choicesOf(parameter, '');
  if (choices) return choices.includes(given);
  if (typeof given === 'number')
    return given >= (minimum ?? Number.NEGATIVE_INFINITY) && given <= (maximum ?? Number.POSITIVE_INFINITY);
  const pattern = parameter.pattern ?? valueSchemaOf(format)?.pattern;
  return pattern === undefined || !isPattern(pattern) || new RegExp(pattern).test(String(given));
}
