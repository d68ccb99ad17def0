import { z } from 'zod';
import { pictureKinds } from '../pictures/picture.ts';
import { type EndpointDoc, type Guide, languages, liveParts, type McpDoc, textFormats } from './contract.ts';
import { answerField, guideParameter, inputParameter, startValues } from './parameter-schema.ts';
import { knownFields, strictObject } from './yaml/strict-object.ts';

const line = z.string().trim().min(1);
const prose = z.string().trim().min(1);

const codeExample = z.union([
  strictObject({
    title: line,
    text: z.string().min(1),
    format: z.enum(textFormats),
    prints: z.array(line).optional(),
  }),
  strictObject({
    title: line,
    languages: z.partialRecord(z.enum(languages), z.string().min(1), knownFields(languages)),
    prints: z.array(line).optional(),
  }),
]);

const route = strictObject({
  method: z.literal('GET'),
  path: line.startsWith('/'),
  full_url: z.url(),
  description: prose.optional(),
  title: line.optional(),
  download_only: line.optional(),
});

const responseExample = strictObject({
  type: z.enum(['application/json', 'application/x-netcdf']),
  shortened: line.optional(),
  text: z.string().min(1),
});

const drawnAs = strictObject({
  picture: z.enum(pictureKinds),
  name: line,
  names: z.array(line).optional(),
});

/** The day on which a reader last found other words. */
const changed = z.iso.date().optional();

const table = strictObject({ columns: z.array(line), rows: z.array(z.array(z.string())) });

export const endpointSchema = strictObject({
  title: line,
  description: prose,
  changed,
  access: z.enum(['free', 'all_access']),
  endpoint: strictObject({
    ...route.shape,
    additional_endpoints: z.array(route).optional(),
    valid_variables: z
      .array(strictObject({ name: line, description: line, unit: line.optional() }))
      .optional(),
    basin_definitions: z.array(strictObject({ name: line, description: line })).optional(),
  }),
  input_parameters: z.array(inputParameter),
  try_with: startValues.optional(),
  response_parameters: z.array(answerField),
  code_examples: z.array(codeExample).min(1),
  response_example: responseExample,
  drawn_as: drawnAs.optional(),
  errors: z.array(strictObject({ status: z.int().min(400).max(599), meaning: prose, action: prose })),
  additional_info: prose.optional(),
}).superRefine(({ input_parameters, try_with = {} }, context) => {
  for (const name of Object.keys(try_with)) {
    if (input_parameters.some((parameter) => parameter.name === name)) continue;
    context.addIssue({ code: 'custom', path: ['try_with', name], message: 'is no input parameter' });
  }
});

const guideStep = strictObject({
  title: line,
  description: prose,
  badge: line.optional(),
  date: z.iso.date().optional(),
  status: z.int().min(200).max(599).optional(),
  every_endpoint: z.boolean().optional(),
  code_examples: z.array(codeExample).optional(),
  response_example: responseExample.optional(),
  table: table.optional(),
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
  shows: z.enum(liveParts).optional(),
  links: z
    .array(strictObject({ href: line, title: line, description: line }))
    .min(1)
    .optional(),
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
  available_endpoints: z.array(strictObject({ name: line, description: prose, windborne_endpoint: line })),
  chat_examples: z.array(strictObject({ title: line, user_query: prose, assistant_response: prose })),
});

/** The compiler's proof that what the schemas let through is what the contract promises. */
type Fits<Parsed extends Promised, Promised> = Parsed;
export type Proof = [
  Fits<z.infer<typeof endpointSchema>, EndpointDoc>,
  Fits<z.infer<typeof guideSchema>, Guide>,
  Fits<z.infer<typeof mcpSchema>, McpDoc>,
];
