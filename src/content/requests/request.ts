import type { EndpointDoc, Parameter, Route } from '../contract.ts';
import { baseOf, inputsOf, isInPath } from '../endpoint-routes.ts';
import { choicesOf } from '../parameters.ts';

/** What is filled in, as text; an empty one counts as none. */
export type Values = Readonly<Record<string, string>>;

/** One call of the documented API, before it is an address or code. */
export interface ApiRequest {
  /** Where the API is: no value can change it. */
  base: string;
  /** Encoded; what is not filled in is still in braces. */
  path: string;
  /** In the order of the documentation, and as typed. */
  query: [name: string, value: string][];
  /** The answer is a NetCDF file. */
  isFile: boolean;
}

type Endpoint = Pick<EndpointDoc, 'endpoint' | 'input_parameters' | 'response_example'>;

export function requestOf(doc: Endpoint, route: Route, values: Values): ApiRequest {
  const filled = inputsOf(doc, route.path).flatMap(({ name }): [string, string][] => {
    const value = filledValue(values, name);
    return value === '' ? [] : [[name, value]];
  });
  return {
    base: baseOf(route),
    path: filled.reduce(withPart, route.path),
    query: filled.filter(([name]) => !isInPath(name, route.path)),
    isFile: doc.response_example.type !== 'application/json',
  };
}

export const filledValue = (values: Values, name: string) =>
  Object.hasOwn(values, name) ? values[name]!.trim() : '';

const withPart = (path: string, [name, value]: [string, string]) =>
  isStep(value) ? path : path.replace(`{${name}}`, () => encode(value));

/** A browser takes these for a way through folders, encoded or not. */
const isStep = (value: string) => value === '.' || value === '..';

export function addressOf({ base, path, query }: ApiRequest): string {
  return base + path + queryText(query);
}

export function queryText(query: ApiRequest['query']): string {
  return query.map(([name, value], index) => `${index === 0 ? '?' : '&'}${pairText(name, value)}`).join('');
}

const pairText = (name: string, value: string) => `${encode(name)}=${readable(encode(value))}`;

/** Half a character of two is not to be encoded. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** In a query these mean nothing, and coordinates and times are easier to read with them. */
const readable = (encoded: string) => encoded.replaceAll(/%(?:2C|3A|3B)/g, decodeURIComponent);

/** What keeps the request from being made, by the name of the field. */
export function missingIn(doc: Endpoint, route: Route, values: Values): Map<string, string> {
  const inputs = inputsOf(doc, route.path);
  const missing = new Map<string, string>();
  const isFilled = (name: string) => filledValue(values, name) !== '';
  for (const parameter of inputs) {
    const { name, required, needs = [] } = parameter;
    const inPath = isInPath(name, route.path);
    if ((required === 'required' || inPath) && !isFilled(name)) missing.set(name, 'This field is required.');
    if (!isFilled(name)) continue;
    const problem = inPath && pathProblem(parameter, route.path, filledValue(values, name));
    if (problem) missing.set(name, problem);
    for (const other of needs) if (!isFilled(other)) missing.set(other, `Required because ${name} is set.`);
  }
  const alternatives = inputs.filter(({ required }) => required === 'alternative');
  const [first] = alternatives;
  if (first && !alternatives.some(({ name }) => isFilled(name)))
    missing.set(first.name, `Fill in this, or ${(first.not_with ?? []).join(' and ')}.`);
  return missing;
}

/** Another value would call an address that the API does not have. Gateways refuse a slash even if it is encoded. */
function pathProblem(parameter: Parameter, path: string, value: string): string | undefined {
  if (isStep(value) || value.includes('/')) return 'This cannot be part of an address.';
  const choices = choicesOf(parameter, path)?.map(String);
  return !choices || choices.includes(value) ? undefined : `Choose one of ${choices.join(', ')}.`;
}

/** Filling in a field empties those that must not be sent with it. */
export function fillIn(inputs: Parameter[], values: Values, name: string, value: string): Values {
  const next: Record<string, string> = { ...values, [name]: value };
  if (value.trim() === '') return next;
  for (const other of inputs) if (areApart(inputs, name, other.name)) delete next[other.name];
  return next;
}

export function areApart(inputs: Parameter[], one: string, other: string): boolean {
  return inputs.some(
    ({ name, not_with = [] }) =>
      (name === one && not_with.includes(other)) || (name === other && not_with.includes(one)),
  );
}
