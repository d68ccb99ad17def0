import type { EndpointDoc, Parameter, Route } from './contract.ts';
import { choicesOf } from './parameters.ts';

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

/**
 * The name of a path in OpenAPI, which generators use for a method: /missions/{id}/launch_site.json becomes
 * getMissionLaunchSite, /gridded/{level}/{variable} becomes getGriddedByLevelAndVariable.
 */
export function operationIdOf(path: string): string {
  const singular = path.replace(/\.json$/, '').replace(/s\/\{id\}/g, '');
  const places = [...singular.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inPascalCase(name));
  const by = places.length > 0 ? `By${places.join('And')}` : '';
  return `get${inPascalCase(singular.replace(/\{\w+\}/g, ''))}${by}`;
}

const inPascalCase = (text: string) =>
  text
    .split(/\W|_/)
    .map((word) => (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** A permalink has these names in addition to the form's fields, so no parameter may have one of them. */
export const permalinkNames = { endpoint: 'try', route: 'at' } as const;

export const fillInPath = (path: string, [name, value]: [string, string]) =>
  isDotSegment(value) ? path : path.replace(`{${name}}`, () => encodeSegment(value));

/** Browsers resolve these as path segments, even if encoded. */
const isDotSegment = (value: string) => value === '.' || value === '..';

/** A lone surrogate cannot be encoded, so it is replaced. */
export const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** A gateway compares free paths as they come, and these characters may be in one without being encoded. */
const encodeSegment = (text: string) => encode(text).replaceAll(/%(?:2C|3A|40)/g, decodeURIComponent);

/** Other values would call a path that doesn't exist. Gateways reject a slash even if it is encoded. */
export function pathProblem(parameter: Parameter, path: string, value: string): string | undefined {
  if (isDotSegment(value) || value.includes('/')) return "This can't be part of a path.";
  const choices = choicesOf(parameter, path)?.map(String);
  return !choices || choices.includes(value) ? undefined : `Choose one of ${choices.join(', ')}.`;
}
