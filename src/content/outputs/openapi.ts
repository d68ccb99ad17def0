import { pages } from '../../urls.ts';
import { type ApiSummary, languageLabels, languages } from '../contract.ts';
import { type DocumentedEndpoint, listEndpoints } from '../documented-endpoints.ts';
import { baseOf, inputsOf, isInPath, operationIdOf } from '../endpoint-routes.ts';
import { sandboxSentence } from '../sandbox.ts';
import type { Site } from '../site.ts';
import { accessSentence } from './markdown.ts';
import { blocks, prose, proseLine } from './markdown-text.ts';
import {
  type CommonError,
  describe,
  errorsOf,
  inputExample,
  inputSchema,
  type Schema,
  successOf,
} from './openapi-schema.ts';

/** Every documented endpoint with the text of its page. */
export function openApiOf(site: Site) {
  const { provider, apis, sandbox } = site.summary;
  const endpoints = listEndpoints(site);
  const servers = serversOf(apis);
  const common = commonErrors(site);
  // The same path may be described more than once, for different uses.
  const paths = Object.fromEntries(
    [...Map.groupBy(endpoints, ({ route }) => route.path)].flatMap(([path, uses]) => {
      const [first] = uses;
      if (!first) return [];
      const own = servers.length > 1 ? { servers: [{ url: baseOf(first.route) }] } : {};
      return [[path, { ...own, get: operationOf(first, uses, provider.dataTeam, common) }]];
    }),
  );
  const schemas: Record<string, Schema> = {
    Error: errorSchema,
    ...nameAnswers(Object.values(paths).map(({ get }) => get)),
  };
  const licence = site.pages.find(({ path }) => path === pages.licence);
  return {
    openapi: '3.1.0',
    info: {
      title: `${provider.name} API`,
      version: '1.0.0',
      description: [
        `The ${apis.map(({ title }) => title).join(' and the ')} of ${provider.name}. [The documentation](${site.url}${site.firstPage.path}) has guides and samples.`,
        sandboxSentence(sandbox),
        endpoints.some(({ doc }) => doc.response_example.type !== 'application/json') && filesSentence,
      ]
        .filter(Boolean)
        .join('\n\n'),
      contact: { name: `${provider.name} data team`, email: provider.dataTeam, url: provider.mainSite },
      ...(licence && { license: { name: licence.title, url: site.url + licence.path } }),
    },
    servers,
    security: [{ basic: [] }],
    tags: tagsOf(site, endpoints),
    paths,
    components: {
      securitySchemes: { basic: basicAuth },
      schemas,
      headers,
    },
  };
}

const filesSentence =
  'Files are `application/x-netcdf`. If your client generator does not know this type, map it to `application/octet-stream`: for openapi-python-client under `content_type_overrides`.';

/** Two APIs at the same host are one server. */
const serversOf = (apis: ApiSummary[]) =>
  [...Map.groupBy(apis, ({ url }) => url)].map(([url, here]) => ({
    url,
    description: here.map(({ title }) => title).join(' and '),
  }));

function tagsOf(site: Site, endpoints: DocumentedEndpoint[]) {
  return [...new Set(endpoints.map(({ page }) => page))].map((page) => ({
    name: page.title,
    description: page.description,
    externalDocs: { url: site.url + page.path },
  }));
}

const basicAuth = {
  type: 'http',
  scheme: 'basic',
  description:
    'The client ID is the username. The password is the API key, or a token signed with it (HS256, with the claims client_id and iat).',
};

const errorSchema: Schema = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'What went wrong.' },
    success: { const: false },
  },
  required: ['error', 'success'],
};

const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });
const text = (description: string) => ({ description, schema: { type: 'string' } });
const headers = {
  RateLimit: text('Requests left in this hour (`r`), and seconds until the next hour (`t`).'),
  'RateLimit-Policy': text('Requests allowed (`q`) in each window of `w` seconds.'),
  'X-RateLimit-Limit': count('Requests allowed per hour.'),
  'X-RateLimit-Remaining': count('Requests left in this hour.'),
  'X-RateLimit-Reset': count('When the next hour starts, in Unix seconds.'),
  Allow: text('The methods that the endpoint allows.'),
  'Retry-After': count('Seconds to wait before the next request.'),
};

type Operation = ReturnType<typeof operationOf>;

function operationOf(
  { route, doc, url }: DocumentedEndpoint,
  uses: DocumentedEndpoint[],
  dataTeam: string,
  common: CommonError[],
) {
  return {
    operationId: operationIdOf(route.path),
    summary: route.title ? `${doc.title}: ${route.title}` : doc.title,
    description: blocks(...uses.map((use) => descriptionOf(use, dataTeam))),
    tags: [...new Set(uses.map(({ page }) => page.title))],
    externalDocs: { url },
    parameters: parametersOf(uses),
    responses: { 200: successOf(doc, url), ...errorsOf(uses, common, url) },
    'x-codeSamples': languages.flatMap((language) => {
      const source = doc.code_examples[0]?.languages?.[language];
      return source
        ? [
            {
              lang: language === 'curl' ? 'Shell' : languageLabels[language],
              label: languageLabels[language],
              source,
            },
          ]
        : [];
    }),
  };
}

function descriptionOf({ route, doc, url }: DocumentedEndpoint, dataTeam: string): string {
  return blocks(
    route.description && proseLine(route.description, url),
    prose(doc.description, url),
    accessSentence(doc.access, dataTeam),
    doc.additional_info && prose(doc.additional_info, url),
  );
}

/** A parameter is required when every use of the path requires it. */
function parametersOf(uses: DocumentedEndpoint[]) {
  const isRequired = (name: string) =>
    uses.every(({ doc }) =>
      doc.input_parameters.some((each) => each.name === name && each.required === 'required'),
    );
  const found = uses.flatMap(({ route, doc, url }) =>
    inputsOf(doc, route.path).map((parameter) => {
      const { name } = parameter;
      const inPath = isInPath(name, route.path);
      return {
        name,
        in: inPath ? 'path' : 'query',
        required: inPath || isRequired(name),
        description: describe(parameter, url),
        schema: inputSchema(parameter, route.path),
        example: inputExample(parameter, route.path),
      };
    }),
  );
  return found.filter(({ name }, index) => found.findIndex((each) => each.name === name) === index);
}

/** Moves the schema of every JSON response to the components, so that generated clients have named types. */
function nameAnswers(operations: Operation[]): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const { operationId, responses } of operations) {
    const json = responses[200].content['application/json'];
    if (!json || '$ref' in json.schema) continue;
    const name = `${operationId.replace(/^get/, '')}Answer`;
    schemas[name] = json.schema;
    json.schema = { $ref: `#/components/schemas/${name}` };
  }
  return schemas;
}

/** The errors that every endpoint can answer with, as the documentation describes them. */
function commonErrors(site: Site): CommonError[] {
  return site.pages
    .flatMap((page) => site.sectionsOf(page))
    .flatMap((section) => (section.kind === 'guide' ? (section.guide.steps ?? []) : []))
    .flatMap((step) => (step.every_endpoint && step.status ? [{ ...step, status: step.status }] : []));
}
