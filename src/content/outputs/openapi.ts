import { pages } from '../../urls.ts';
import { commonErrors } from '../common-errors.ts';
import type { ApiSummary } from '../contract.ts';
import { anchorsByPage } from '../outline.ts';
import { baseOf, routesOf } from '../routes-of.ts';
import { sandboxSentence } from '../sandbox-sentence.ts';
import type { Site } from '../site.ts';
import { nameAnswers } from './openapi-names.ts';
import { type DescribedRoute, type Operation, operationOf } from './openapi-operation.ts';
import type { Schema } from './openapi-schema.ts';

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; contact: object; license?: object };
  servers: { url: string; description: string }[];
  security: object[];
  tags: { name: string; description: string; externalDocs: { url: string } }[];
  paths: Record<string, { servers?: { url: string }[]; get: Operation }>;
  components: { securitySchemes: object; schemas: Record<string, Schema>; headers: Record<string, object> };
}

/** Every documented endpoint, in the words of its page. */
export function openApiOf(site: Site): OpenApi {
  const { provider, apis, sandbox } = site.summary;
  const routes = describedRoutes(site);
  const servers = serversOf(apis);
  const common = commonErrors(site);
  const paths = Object.fromEntries(
    [...Map.groupBy(routes, ({ route }) => route.path)].map(([path, uses]) => {
      const [first, ...others] = uses as [DescribedRoute, ...DescribedRoute[]];
      const own = servers.length > 1 ? { servers: [{ url: baseOf(first.route) }] } : {};
      return [path, { ...own, get: operationOf([first, ...others], provider.dataTeam, common) }];
    }),
  );
  const answers = nameAnswers(Object.values(paths).map(({ get }) => get));
  const licence = site.pages.find(({ path }) => path === pages.licence);
  return {
    openapi: '3.1.0',
    info: {
      title: `${provider.name} API`,
      version: '1.0.0',
      description: [
        `The ${apis.map(({ title }) => title).join(' and the ')} of ${provider.name}. [The documentation](${site.url}${site.pages[0]!.path}) has guides and samples.`,
        sandboxSentence(sandbox) ?? '',
      ]
        .join('\n\n')
        .trim(),
      contact: { name: `${provider.name} data team`, email: provider.dataTeam, url: provider.mainSite },
      ...(licence && { license: { name: licence.title, url: site.url + licence.path } }),
    },
    servers,
    security: [{ basic: [] }],
    tags: tagsOf(site, routes),
    paths,
    components: {
      securitySchemes: { basic: basicAuth },
      schemas: { Error: errorSchema, ...answers },
      headers,
    },
  };
}

function describedRoutes(site: Site): DescribedRoute[] {
  return site.pages.flatMap((page) => {
    const sections = site.sectionsOf(page);
    const anchors = anchorsByPage(sections);
    return sections.flatMap((section, index) => {
      if (section.kind !== 'endpoint') return [];
      const { endpoint: doc } = section;
      const url = `${site.url}${page.path}#${anchors[index]?.[0]}`;
      return routesOf(doc).map((route) => ({ route, doc, tag: page.title, url }));
    });
  });
}

/** Two at one host are one server. */
const serversOf = (apis: ApiSummary[]) =>
  [...Map.groupBy(apis, ({ url }) => url)].map(([url, here]) => ({
    url,
    description: here.map(({ title }) => title).join(' and '),
  }));

function tagsOf(site: Site, routes: DescribedRoute[]) {
  const used = new Set(routes.map(({ tag }) => tag));
  return site.pages
    .filter((page) => used.has(page.title))
    .map((page) => ({
      name: page.title,
      description: page.description,
      externalDocs: { url: site.url + page.path },
    }));
}

const basicAuth = {
  type: 'http',
  scheme: 'basic',
  description:
    'The client id is the username. The password is the API key, or a token signed with it (HS256, with the claims client_id and iat).',
};

const errorSchema: Schema = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'What happened, in words.' },
    success: { const: false },
  },
  required: ['error', 'success'],
};

const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });
const headers = {
  'X-RateLimit-Limit': count('How many requests the key may make in an hour.'),
  'X-RateLimit-Remaining': count('How many of them are left.'),
  'X-RateLimit-Reset': count('When the next hour begins, in seconds since 1970.'),
  'Retry-After': count('How many seconds to wait before the next request.'),
};
