import type { EndpointDoc, Parameter, Route } from './contract.ts';

/** The endpoint's own path, then the others that its page describes with it. */
export const routesOf = ({ endpoint }: Pick<EndpointDoc, 'endpoint'>): Route[] => [
  endpoint,
  ...(endpoint.additional_endpoints ?? []),
];

/** Where the API is. */
export const baseOf = ({ full_url, path }: Route) => full_url.slice(0, -path.length);

export const isInPath = (name: string, path: string) => path.includes(`{${name}}`);

/** What this path takes: another path of the same endpoint may have parts of its own. */
export function inputsOf(doc: Pick<EndpointDoc, 'endpoint' | 'input_parameters'>, path: string): Parameter[] {
  const routes = routesOf(doc);
  return doc.input_parameters.filter(
    ({ name }) => isInPath(name, path) || !routes.some((other) => isInPath(name, other.path)),
  );
}
