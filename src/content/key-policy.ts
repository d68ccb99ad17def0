import { api } from '../urls.ts';
import type { EndpointDoc, KeyPolicy, SiteSummary } from './contract.ts';
import { baseOf, inputsOf } from './endpoint-routes.ts';
import type { SiteFile } from './site-schema.ts';

export function keyPolicyOf({ keys, sandbox }: SiteFile, docs: EndpointDoc[]): KeyPolicy {
  const free = docs.filter(({ access }) => access === 'free').map(({ endpoint }) => endpoint);
  return {
    prefixes: keys.prefixes,
    // A gateway sees the API's own paths; the sandbox and its MCP tools use those of this server.
    freePaths: [
      ...new Set([
        ...free.map((route) => pathBefore(baseOf(route)) + route.path),
        ...(sandbox === 'none' ? [] : free.map(({ path }) => api + path)),
      ]),
    ],
    roles: keys.roles,
    requestsPerHour: keys.requests_per_hour,
  };
}

/** `https://api.example.com/v2` becomes `/v2`. */
export const pathBefore = (base: string) => new URL(base).pathname.replace(/\/$/, '');

/** A call of the first free endpoint with its required parameters only. */
export function firstCallOf(docs: EndpointDoc[]): SiteSummary['firstCall'] {
  const doc = docs.find(({ access }) => access === 'free');
  if (!doc) return undefined;
  const { endpoint: route, try_with = {} } = doc;
  const query = inputsOf(doc, route.path)
    .filter(({ required }) => required === 'required')
    .map(({ name, example }): [string, string] => {
      const start = try_with[name];
      return [name, String(start === undefined || typeof start === 'object' ? example : start)];
    });
  const isFile = doc.response_example.type !== 'application/json';
  return { title: doc.title, request: { base: baseOf(route), path: route.path, query, isFile } };
}
