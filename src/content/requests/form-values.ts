import { hourMs } from '../../time.ts';
import type { EndpointDoc, Parameter, Route, StartValue } from '../contract.ts';
import { inputsOf, permalinkNames, routesOf } from '../endpoint-routes.ts';
import { choicesOf, exampleOf } from '../parameters.ts';
import { areExclusive, filledValue, type Values } from './request.ts';

/** The paths whose responses are needed to fill in the form. */
export function sourcesOf({ try_with = {} }: Pick<EndpointDoc, 'try_with'>): string[] {
  const paths = Object.values(try_with).flatMap((value) =>
    isSource(value) ? [splitSource(value).path] : [],
  );
  return [...new Set(paths)];
}

/** The form's first values, which work at once. Values from a response that has not arrived are left out. */
export function startValues(
  doc: Pick<EndpointDoc, 'endpoint' | 'input_parameters' | 'try_with'>,
  route: Route,
  nowMs: number,
  answers: ReadonlyMap<string, unknown>,
): Values {
  const entries = inputsOf(doc, route.path).flatMap((parameter) => {
    const start = doc.try_with?.[parameter.name];
    if (start === undefined) return [];
    const text = textOf(start, parameter, nowMs, answers);
    return text === undefined ? [] : [[parameter.name, fitting(parameter, route.path, text)]];
  });
  return Object.fromEntries(entries);
}

function textOf(
  start: StartValue,
  { format }: Parameter,
  nowMs: number,
  answers: ReadonlyMap<string, unknown>,
): string | undefined {
  if (typeof start !== 'object') return String(start);
  if (isSource(start)) {
    const { path, pointer } = splitSource(start);
    const found = valueAt(answers.get(path), pointer);
    return format === 'date-hour' ? found?.replace(/\+00:00$/, '') : found;
  }
  const startMs = Math.floor(nowMs / hourMs + start.hours_from_now) * hourMs;
  return format === 'date-hour' ? hourText(startMs) : String(startMs / 1000);
}

/** 2026-11-16T09:00:00 in UTC. */
const hourText = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 13)}:00:00`;

/** Another path of the endpoint may have other choices. */
function fitting(parameter: Parameter, path: string, text: string): string {
  const choices = choicesOf(parameter, path)?.map(String);
  return !choices || choices.includes(text) ? text : String(exampleOf(parameter, path));
}

const isSource = (value: StartValue): value is { source: string } =>
  typeof value === 'object' && 'source' in value;

function splitSource({ source }: { source: string }) {
  const [path = '', pointer = ''] = source.split('#');
  return { path, pointer };
}

/** `pointer` is a JSON pointer. */
function valueAt(answer: unknown, pointer: string): string | undefined {
  const [, ...keys] = pointer.split('/');
  const found = keys.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([name]) => name === key)?.[1]
        : undefined,
    answer,
  );
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** The name is that of the endpoint's file, without its extension. */
interface NamedEndpoint {
  name: string;
  doc: Pick<EndpointDoc, 'endpoint' | 'input_parameters'>;
}

interface Filled {
  route: Route;
  values: Values;
  /** Names in the link that the form does not accept. */
  ignored: string[];
}

const maxValueLength = 1000;
const maxIgnored = 5;

/** The query of the page has the fields, but never credentials. */
export function permalinkOf({ name, doc }: NamedEndpoint, route: Route, values: Values): string {
  const query = new URLSearchParams([[permalinkNames.endpoint, name]]);
  if (route.path !== doc.endpoint.path) query.set(permalinkNames.route, route.path);
  for (const { name: field } of inputsOf(doc, route.path)) {
    const value = filledValue(values, field);
    if (value !== '') query.set(field, value);
  }
  return `?${query}`;
}

/** Undefined if the link is for another endpoint, or for none. */
export function readPermalink(search: string, { name, doc }: NamedEndpoint): Filled | undefined {
  const query = new URLSearchParams(search);
  if (query.get(permalinkNames.endpoint) !== name) return undefined;
  const asked = query.get(permalinkNames.route);
  const found = routesOf(doc).find(({ path }) => path === (asked ?? doc.endpoint.path));
  const route = found ?? doc.endpoint;
  const inputs = inputsOf(doc, route.path);
  const values: Record<string, string> = {};
  const ignored: string[] = found ? [] : [permalinkNames.route];
  for (const [field, given] of query) {
    if (field === permalinkNames.endpoint || field === permalinkNames.route) continue;
    const value = given.trim();
    const parameter = inputs.find((each) => each.name === field);
    const isTaken = Object.keys(values).some(
      (other) => other === field || areExclusive(inputs, other, field),
    );
    if (parameter && !isTaken && isAccepted(parameter, route.path, value)) values[field] = value;
    else ignored.push(field);
  }
  return { route, values, ignored: [...new Set(ignored)].slice(0, maxIgnored) };
}

/** A field with choices accepts only these. The API checks all other values. */
function isAccepted(parameter: Parameter, path: string, value: string): boolean {
  if (value === '' || value.length > maxValueLength) return false;
  if (parameter.type === 'boolean') return value === 'true';
  const choices = choicesOf(parameter, path);
  return !choices || choices.map(String).includes(value);
}
