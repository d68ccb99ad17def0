import { z } from 'zod';
import {
  type EndpointDoc,
  type Guide,
  languages,
  type McpDoc,
  type Parameter,
  requirements,
  type SiteSummary,
  textFormats,
} from './contract.ts';

/** Strict, so that a misspelt field is a mistake that names itself and never a silent gap on a page. */

const line = z.string().trim().min(1);
const prose = z.string().trim().min(1);

const codeExample = z.union([
  z.strictObject({
    title: line,
    text: z.string().min(1),
    format: z.enum(textFormats),
    prints: z.array(line).optional(),
  }),
  z.strictObject({
    title: line,
    languages: z.partialRecord(z.enum(languages), z.string().min(1)),
    prints: z.array(line).optional(),
  }),
]);

const parameter: z.ZodType<Parameter> = z.lazy(() =>
  z.strictObject({
    name: line,
    type: line,
    description: prose,
    format: line.optional(),
    required: z.enum(requirements).optional(),
    note: prose.optional(),
    unit: line.optional(),
    arrayItems: z.array(parameter).optional(),
  }),
);

const route = z.strictObject({
  method: z.literal('GET'),
  path: line.startsWith('/'),
  full_url: z.url(),
  description: prose.optional(),
  title: line.optional(),
});

const responseExample = z.strictObject({
  type: z.enum(['application/json', 'application/x-netcdf']),
  text: z.string().min(1),
});

const table = z.strictObject({ columns: z.array(line), rows: z.array(z.array(z.string())) });

export const endpointSchema = z.strictObject({
  title: line,
  description: prose,
  access: z.enum(['free', 'all_access']),
  endpoint: z.strictObject({
    ...route.shape,
    additional_endpoints: z.array(route).optional(),
    valid_variables: z
      .array(z.strictObject({ name: line, description: line, unit: line.optional() }))
      .optional(),
    basin_definitions: z.array(z.strictObject({ name: line, description: line })).optional(),
  }),
  input_parameters: z.array(parameter),
  response_parameters: z.array(parameter),
  code_examples: z.array(codeExample).min(1),
  response_example: responseExample,
  errors: z.array(z.strictObject({ status: z.int().min(400).max(599), meaning: prose, action: prose })),
  additional_info: prose.optional(),
});

const guideStep = z.strictObject({
  title: line,
  description: prose,
  code_examples: z.array(codeExample).optional(),
  response_example: responseExample.optional(),
  table: table.optional(),
});

export const guideSchema = z.strictObject({
  title: line,
  description: prose,
  numbered: z.boolean().optional(),
  steps: z.array(guideStep).optional(),
  parameters: z.array(parameter).optional(),
  table: table.optional(),
  code_examples: z.array(codeExample).optional(),
  response_example: responseExample.optional(),
  links: z
    .array(z.strictObject({ href: line, title: line, description: line }))
    .min(1)
    .optional(),
});

const mcpSetup = z.strictObject({ title: line, description: prose, steps: z.array(guideStep).min(1) });

export const mcpSchema = z.strictObject({
  overview: z.strictObject({ title: line, description: prose }),
  setup_claude: z.strictObject({
    title: line,
    description: prose,
    paid_users: mcpSetup,
    free_users: mcpSetup,
  }),
  getting_started: z.strictObject({
    server_url: z.strictObject({ title: line, description: prose, url: line }),
    environment_setup: guideStep,
    connection: guideStep,
  }),
  testing_connection: guideStep,
  available_endpoints: z.array(z.strictObject({ name: line, description: prose, windborne_endpoint: line })),
  chat_examples: z.array(z.strictObject({ title: line, user_query: prose, assistant_response: prose })),
});

const file = line.regex(/^[a-z0-9-]+\.yaml$/, 'must be a file name like points.yaml');
/** A section that is only true on the sandbox, or only on the provider's own hosts. */
const only = z.enum(['sandbox', 'provider']).optional();

const sectionRef = z.union([
  z.strictObject({ endpoint: file, only }),
  z.strictObject({ guide: file, only }),
  z.strictObject({ mcp: file, only }),
]);

const page = z.strictObject({
  path: line.startsWith('/docs'),
  title: line,
  description: line,
  sections: z.array(sectionRef),
});

export const siteSchema = z.strictObject({
  provider: z.strictObject({ name: line, main_site: z.url(), data_team: z.email() }),
  navigation: z.array(z.strictObject({ title: line, icon: line, pages: z.array(page).min(1) })).min(1),
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
