import type { EndpointDoc, Parameter, Route } from './contract.ts';

/** The endpoint's own path comes first, then the other paths of its page. */
export const routesOf = ({ endpoint }: Pick<EndpointDoc, 'endpoint'>): Route[] => [
  endpoint,
  ...(endpoint.additional_endpoints ?? []),
];

/** The base address of the API. */
export const baseOf = ({ full_url, path }: Route) => full_url.slice(0, -path.length);

export const isInPath = (name: string, path: string) => path.includes(`{${name}}`);

/** The parameters of this path. Placeholders of the endpoint's other paths are left out. */
export function inputsOf(doc: Pick<EndpointDoc, 'endpoint' | 'input_parameters'>, path: string): Parameter[] {
  const routes = routesOf(doc);
  return doc.input_parameters.filter(
    ({ name }) => isInPath(name, path) || !routes.some((other) => isInPath(name, other.path)),
  );
}
