import { z } from 'zod';
import { pictureKinds } from '../pictures/picture.ts';
import { checkParameter, isPattern } from './check-parameter.ts';
import { type CodeExample, languages, textFormats } from './languages.ts';
import { fieldTypes, inputTypes, type Parameter } from './parameters.ts';
import { knownFields, strictObject } from './yaml/read-yaml.ts';

/** Schemas of the documentation's YAML files. The browser imports only the types inferred from them. */

const prose = z.string().trim().min(1, 'must not be empty');
const line = prose.regex(/^.*$/, 'must be one line');
const value = z.union([z.string(), z.number(), z.boolean()]);

const answerReference = line.regex(
  /^\/[\w./]+#\/[\w/]+$/,
  'must be an endpoint and a JSON pointer, like /missions.json#/missions/0/id',
);

/** Values that the form starts with, by field name: fixed, hours from now, or read from another answer. */
const startValues = z.record(
  line,
  z.union([value, strictObject({ hours_from_now: z.int() }), strictObject({ source: answerReference })]),
);

const words = {
  name: line,
  description: line,
  format: line.optional(),
  note: line.optional(),
  unit: line.optional(),
};

/** A guide describes functions, commands and tables, so any type and requirement may be written there. */
const guideParameter: z.ZodType<Parameter> = strictObject({
  ...words,
  type: line,
  required: line.optional(),
});

/** A field of an answer, with those inside it. */
const answerField: z.ZodType<Parameter> = z.lazy(() =>
  strictObject({
    ...words,
    type: z.enum(Object.keys(fieldTypes)),
    only_with: line.optional(),
    arrayItems: z.array(answerField).optional(),
  }),
);

/** Input parameters are described completely, because forms and OpenAPI are generated from them. */
const inputParameter: z.ZodType<Parameter> = strictObject({
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
  example_source: answerReference.optional(),
  needs: z.array(line).min(1).optional(),
  not_with: z.array(line).min(1).optional(),
}).superRefine((parameter, context) => {
  checkParameter(parameter, (path, message) => context.addIssue({ code: 'custom', path, message }));
});

const codeExample: z.ZodType<CodeExample> = z.union([
  strictObject({
    title: line,
    text: z.string().min(1),
    format: z.enum(textFormats),
    /** The sample must print these lines, word for word, when it is run. */
    prints: z.array(line).optional(),
  }),
  strictObject({
    title: line,
    languages: z
      .partialRecord(z.enum(languages), z.string().min(1), knownFields(languages))
      .refine((texts) => Object.keys(texts).length > 0, 'must have at least one language'),
    prints: z.array(line).optional(),
  }),
]);

const route = strictObject({
  method: z.literal('GET'),
  path: line.regex(
    /^(\/([\w.~-]|\{\w+\})+)+$/,
    'must be a path like /missions/{id}/launch_site.json, without the address of the API',
  ),
  full_url: z.url({ protocol: /^https?$/ }),
  description: prose.optional(),
  title: line.optional(),
  /** Why a page cannot show the response, and how large it is. */
  download_only: line.optional(),
});

const jsonType = 'application/json';

const responseExample = strictObject({
  type: z.enum([jsonType, 'application/x-netcdf']),
  /** How much of the response the example shows: `2 rows shown`. The total changes with the hour. */
  shortened: line.optional(),
  text: z.string().min(1),
}).superRefine(({ type, text }, context) => {
  if (type === jsonType) parseJson(text, context, ['text']);
});

/** OpenAPI contains the examples as JSON values, and pages format them. */
function parseJson(text: string, context: z.RefinementCtx, path: string[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    context.addIssue({ code: 'custom', path, message: `is not JSON: ${(error as Error).message}` });
    return z.NEVER;
  }
}

/** The picture drawn from a response, which is stored as JSON next to the YAML file. */
const drawnAs = strictObject({
  picture: z.enum(pictureKinds),
  name: line,
  /** Names that the response lacks: of the requested places, or of the state to show. */
  names: z.array(line).optional(),
});

/** A stored response of the sandbox, reduced to what its picture needs. */
export const drawnAnswer = z
  .string()
  .transform((text, context) => parseJson(text, context, []))
  .pipe(z.object({ asked_at: z.string(), answer: z.unknown() }));

/** The day on which the text last changed. */
const changed = z.iso.date().optional();

const table = strictObject({
  columns: z.array(line).min(1),
  rows: z.array(z.array(z.string())),
}).superRefine(({ columns, rows }, context) => {
  for (const [index, { length }] of rows.entries()) {
    if (length === columns.length) continue;
    const message = `has ${length} cells, and the table has ${columns.length} columns`;
    context.addIssue({ code: 'custom', path: ['rows', index], message });
  }
});

const access = z.enum(['free', 'all_access']);
const apiError = strictObject({ status: z.int().min(400).max(599), meaning: prose, action: prose });

export const endpointSchema = strictObject({
  title: line,
  description: prose,
  changed,
  access,
  endpoint: strictObject({
    ...route.shape,
    additional_endpoints: z.array(route).optional(),
    valid_variables: z
      .array(strictObject({ name: line, description: line, unit: line.optional() }))
      .optional(),
    basin_definitions: z.array(strictObject({ name: line, description: line })).optional(),
  }),
  input_parameters: z.array(inputParameter),
  /** The console's form starts with these values, which work at once. */
  try_with: startValues.optional(),
  response_parameters: z.array(answerField),
  code_examples: z.array(codeExample).min(1),
  /** Headers of this endpoint's answers. With an ETag it answers `If-None-Match`. */
  answer_headers: z.array(strictObject({ name: line, description: line })).optional(),
  response_example: responseExample,
  drawn_as: drawnAs.optional(),
  errors: z.array(apiError),
  additional_info: prose.optional(),
});

const guideStep = strictObject({
  title: line,
  description: prose,
  badge: line.optional(),
  /** The changelog feed lists the steps that have a date. */
  date: z.iso.date().optional(),
  tag: z.enum(['new', 'changed', 'fixed']).optional(),
  /** The change breaks no program, so its readers have nothing to do. */
  needs_no_action: z.boolean().optional(),
  /** The HTTP status that the step is about. */
  status: z.int().min(200).max(599).optional(),
  /** Any endpoint can answer with this status, so endpoint pages do not repeat it. */
  every_endpoint: z.boolean().optional(),
  code_examples: z.array(codeExample).optional(),
  response_example: responseExample.optional(),
  /** The picture of the response. One step of a guide can have one. */
  drawn_as: drawnAs.optional(),
  /** A link that looks like a button. */
  action: strictObject({ href: line, title: line }).optional(),
  table: table.optional(),
}).refine(({ every_endpoint, status }) => !every_endpoint || status, {
  path: ['every_endpoint'],
  message: 'needs a `status`',
});

const card = strictObject({
  href: line,
  title: line,
  description: line,
  /** The access that it needs, if it is not a page with endpoints, which name their own. */
  access: z.array(access).min(1).optional(),
});

export const guideSchema = strictObject({
  title: line,
  description: prose,
  changed,
  numbered: z.boolean().optional(),
  steps: z.array(guideStep).optional(),
  parameters: z.array(guideParameter).optional(),
  table: table.optional(),
  code_examples: z.array(codeExample).optional(),
  response_example: responseExample.optional(),
  drawn_as: strictObject({ ...drawnAs.shape, answer_of: line.endsWith('.yaml') }).optional(),
  /** The live status, the buttons of the first steps, or the address of the MCP server. */
  shows: z.enum(['status', 'first-steps', 'connect']).optional(),
  links: z.array(card).min(1).optional(),
});

const mcpSetup = strictObject({ title: line, description: prose, steps: z.array(guideStep).min(1) });

export const mcpSchema = strictObject({
  changed,
  overview: strictObject({ title: line, description: prose }),
  setup_claude: strictObject({
    title: line,
    description: prose,
    paid_users: mcpSetup,
    free_users: mcpSetup,
  }),
  getting_started: strictObject({
    server_url: strictObject({ title: line, description: prose, url: line }),
    environment_setup: guideStep,
    connection: guideStep,
  }),
  testing_connection: guideStep,
  available_endpoints: z.array(
    strictObject({
      name: line,
      /** What people read. The description is for assistants. */
      summary: line.optional(),
      description: prose,
      windborne_endpoint: line,
    }),
  ),
  chat_examples: z.array(strictObject({ title: line, user_query: prose, assistant_response: prose })),
});

export type StartValue = z.infer<typeof startValues>[string];
export type Route = z.infer<typeof route>;
export type Access = z.infer<typeof access>;
export type ApiError = z.infer<typeof apiError>;
export type ResponseExample = z.infer<typeof responseExample>;
export type DrawnAs = z.infer<typeof drawnAs>;
export type DrawnAnswer = z.infer<typeof drawnAnswer>;
export type Table = z.infer<typeof table>;
export type EndpointDoc = z.infer<typeof endpointSchema>;
export type Card = z.infer<typeof card>;
export type GuideStep = z.infer<typeof guideStep>;
export type Guide = z.infer<typeof guideSchema>;
export type McpSetup = z.infer<typeof mcpSetup>;
export type McpDoc = z.infer<typeof mcpSchema>;
