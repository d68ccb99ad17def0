import { z } from 'zod';
import {
  type EndpointDoc,
  type Guide,
  languages,
  type McpDoc,
  type SiteSummary,
  textFormats,
} from './contract.ts';
import { answerField, guideParameter, inputParameter } from './parameter-schema.ts';
import { knownFields, strictObject } from './strict-object.ts';

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
});

const responseExample = strictObject({
  type: z.enum(['application/json', 'application/x-netcdf']),
  text: z.string().min(1),
});

const table = strictObject({ columns: z.array(line), rows: z.array(z.array(z.string())) });

export const endpointSchema = strictObject({
  title: line,
  description: prose,
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
  response_parameters: z.array(answerField),
  code_examples: z.array(codeExample).min(1),
  response_example: responseExample,
  errors: z.array(strictObject({ status: z.int().min(400).max(599), meaning: prose, action: prose })),
  additional_info: prose.optional(),
});

const guideStep = strictObject({
  title: line,
  description: prose,
  code_examples: z.array(codeExample).optional(),
  response_example: responseExample.optional(),
  table: table.optional(),
});

export const guideSchema = strictObject({
  title: line,
  description: prose,
  numbered: z.boolean().optional(),
  steps: z.array(guideStep).optional(),
  parameters: z.array(guideParameter).optional(),
  table: table.optional(),
  code_examples: z.array(codeExample).optional(),
  response_example: responseExample.optional(),
  links: z
    .array(strictObject({ href: line, title: line, description: line }))
    .min(1)
    .optional(),
});

const mcpSetup = strictObject({ title: line, description: prose, steps: z.array(guideStep).min(1) });

export const mcpSchema = strictObject({
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

const file = line.regex(/^[a-z0-9-]+\.yaml$/, 'must be a file name like points.yaml');
/** A section that is only true on the sandbox, or only on the provider's own hosts. */
const only = z.enum(['sandbox', 'provider']).optional();

const sectionRef = z.union([
  strictObject({ endpoint: file, only }),
  strictObject({ guide: file, only }),
  strictObject({ mcp: file, only }),
]);

const page = strictObject({
  path: line.startsWith('/docs'),
  title: line,
  description: line,
  sections: z.array(sectionRef),
});

export const siteSchema = strictObject({
  provider: strictObject({ name: line, main_site: z.url(), data_team: z.email() }),
  navigation: z.array(strictObject({ title: line, icon: line, pages: z.array(page).min(1) })).min(1),
}).superRefine(({ navigation }, context) => {
  const seen = new Map<string, string>();
  for (const [group, { pages }] of navigation.entries()) {
    for (const [index, { path, title }] of pages.entries()) {
      const first = seen.get(path);
      seen.set(path, title);
      if (first === undefined) continue;
      const field = ['navigation', group, 'pages', index, 'path'];
      context.addIssue({ code: 'custom', path: field, message: `${path} is the path of "${first}" already` });
    }
  }
});

export type SiteFile = z.infer<typeof siteSchema>;

/** The compiler's proof that what the schemas let through is what the contract promises. */
type Fits<Parsed extends Promised, Promised> = Parsed;
export type Proof = [
  Fits<z.infer<typeof endpointSchema>, EndpointDoc>,
  Fits<z.infer<typeof guideSchema>, Guide>,
  Fits<z.infer<typeof mcpSchema>, McpDoc>,
  Fits<SiteFile['navigation'], SiteSummary['navigation']>,
];
