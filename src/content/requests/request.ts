import type { ApiRequest, EndpointDoc, Parameter, Route } from '../contract.ts';
import { baseOf, encode, fillInPath, inputsOf, isInPath, pathProblem } from '../endpoint-routes.ts';

/** The form's values as text. An empty one is not sent. */
export type Values = Readonly<Record<string, string>>;

type Endpoint = Pick<
  EndpointDoc,
  'endpoint' | 'input_parameters' | 'response_example' | 'response_parameters'
>;

export function requestOf(doc: Endpoint, route: Route, values: Values): ApiRequest {
  const filled = inputsOf(doc, route.path).flatMap(({ name }): [string, string][] => {
    const value = filledValue(values, name);
    return value === '' ? [] : [[name, value]];
  });
  return {
    base: baseOf(route),
    path: filled.reduce(fillInPath, route.path),
    query: filled.filter(([name]) => !isInPath(name, route.path)),
    isFile: doc.response_example.type !== 'application/json',
    ...(doc.response_parameters.some(({ unit }) => unit === 'ns') && { hasLargeNumbers: true }),
  };
}

export const filledValue = (values: Values, name: string) =>
  (Object.hasOwn(values, name) ? values[name] : undefined)?.trim() ?? '';

export function addressOf({ base, path, query }: ApiRequest): string {
  return base + path + queryText(query);
}

export function queryText(query: ApiRequest['query']): string {
  return query.map(([name, value], index) => `${index === 0 ? '?' : '&'}${pairText(name, value)}`).join('');
}

const pairText = (name: string, value: string) => `${encode(name)}=${readable(encode(value))}`;

/** These characters need no encoding in a query, and coordinates and times are easier to read with them. */
const readable = (encoded: string) => encoded.replaceAll(/%(?:2C|3A|3B)/g, decodeURIComponent);

/** Problems that prevent the call, by field name. */
export function fieldProblems(doc: Endpoint, route: Route, values: Values): Map<string, string> {
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

/** A new value clears the fields that must not be sent with it. */
export function fillIn(inputs: Parameter[], values: Values, name: string, value: string): Values {
  const next: Record<string, string> = { ...values, [name]: value };
  if (value.trim() === '') return next;
  for (const other of inputs) if (areExclusive(inputs, name, other.name)) delete next[other.name];
  return next;
}

export function areExclusive(inputs: Parameter[], one: string, other: string): boolean {
  return inputs.some(
    ({ name, not_with = [] }) =>
      (name === one && not_with.includes(other)) || (name === other && not_with.includes(one)),
  );
}
