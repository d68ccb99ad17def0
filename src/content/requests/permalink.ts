import type { EndpointDoc, Parameter, Route } from '../contract.ts';
import { choicesOf } from '../parameters.ts';
import { inputsOf, routesOf } from '../routes-of.ts';
import { areApart, filledValue, type Values } from './request.ts';

/** What a permalink names beside the fields of the form; no parameter is called so. */
const permalinkNames = { endpoint: 'try', route: 'at' } as const;

/** An endpoint by the name of its file, without the ending. */
interface NamedEndpoint {
  name: string;
  doc: Pick<EndpointDoc, 'endpoint' | 'input_parameters'>;
}

interface Filled {
  route: Route;
  values: Values;
  /** Names of what the link holds and the form does not take. */
  ignored: string[];
}

const valueCharactersMax = 1000;
const ignoredMax = 5;

/** The query of the page: the fields, and never who asks. */
export function permalinkOf({ name, doc }: NamedEndpoint, route: Route, values: Values): string {
  const query = new URLSearchParams([[permalinkNames.endpoint, name]]);
  if (route.path !== doc.endpoint.path) query.set(permalinkNames.route, route.path);
  for (const { name: field } of inputsOf(doc, route.path)) {
    const value = filledValue(values, field);
    if (value !== '') query.set(field, value);
  }
  return `?${query}`;
}

/** Undefined when the link is of another endpoint, or of none. */
export function readPermalink(search: string, { name, doc }: NamedEndpoint): Filled | undefined {
  const query = new URLSearchParams(search);
  if (query.get(permalinkNames.endpoint) !== name) return undefined;
  const asked = query.get(permalinkNames.route);
  const routes = routesOf(doc);
  const found = routes.find(({ path }) => path === (asked ?? doc.endpoint.path));
  const route = found ?? routes[0]!;
  const inputs = inputsOf(doc, route.path);
  const values: Record<string, string> = {};
  const ignored: string[] = found ? [] : [permalinkNames.route];
  for (const [field, given] of query) {
    if (field === permalinkNames.endpoint || field === permalinkNames.route) continue;
    const value = given.trim();
    const parameter = inputs.find((each) => each.name === field);
    const isApart = Object.keys(values).some((other) => other === field || areApart(inputs, other, field));
    if (parameter && !isApart && isTaken(parameter, route.path, value)) values[field] = value;
    else ignored.push(field);
  }
  return { route, values, ignored: [...new Set(ignored)].slice(0, ignoredMax) };
}

/** A field of choices has no place for another one; what else may be typed, the API judges. */
function isTaken(parameter: Parameter, path: string, value: string): boolean {
  if (value === '' || value.length > valueCharactersMax) return false;
  if (parameter.type === 'boolean') return value === 'true';
  const choices = choicesOf(parameter, path);
  return !choices || choices.map(String).includes(value);
}
