import { api } from '../urls.ts';
import type { EndpointDoc, KeyPolicy, Route, SiteSummary } from './contract.ts';
import { baseOf, fillInPath, inputsOf, isInPath, routesOf } from './endpoint-routes.ts';
import type { SiteFile } from './site-schema.ts';

export function keyPolicyOf({ keys, sandbox }: SiteFile, docs: EndpointDoc[]): KeyPolicy {
  const free = docs.filter(({ access }) => access === 'free').flatMap(routesOf);
  return {
    prefixes: keys.prefixes,
    // A gateway sees the API's own paths; the sandbox and its MCP tools use those of this server.
    freePaths: [
      ...new Set([
        ...free.map(gatewayPathOf),
        ...(sandbox === 'none' ? [] : free.map(({ path }) => api + path)),
      ]),
    ],
    roles: keys.roles,
    requestsPerHour: keys.requests_per_hour,
  };
}

/** `https://api.example.com/v2` becomes `/v2`. */
const pathBefore = (base: string) => new URL(base).pathname.replace(/\/$/, '');

/** The path of a call as a gateway sees it, with the path of the API's address. */
export const gatewayPathOf = (route: Route) => pathBefore(baseOf(route)) + route.path;

/** A call of the first free endpoint with its required parameters only. */
export function firstCallOf(docs: EndpointDoc[]): SiteSummary['firstCall'] {
  const doc = docs.find(({ access }) => access === 'free');
  if (!doc) return undefined;
  const { endpoint: route, try_with = {} } = doc;
  const values = inputsOf(doc, route.path)
    .filter(({ name, required }) => required === 'required' || isInPath(name, route.path))
    .map(({ name, example }): [string, string] => {
      const start = try_with[name];
      return [name, String(start === undefined || typeof start === 'object' ? example : start)];
    });
  const request = {
    base: baseOf(route),
    path: values.reduce(fillInPath, route.path),
    query: values.filter(([name]) => !isInPath(name, route.path)),
    isFile: doc.response_example.type !== 'application/json',
  };
  return { title: doc.title, request };
}
