import { hourMs } from '../../time.ts';
import type { EndpointDoc, Parameter, Route, StartValue } from '../contract.ts';
import { choicesOf, exampleOf } from '../parameters.ts';
import { inputsOf } from '../routes-of.ts';
import type { Values } from './request.ts';

/** The paths whose answers are needed to fill in the form. */
export function sourcesOf({ try_with = {} }: Pick<EndpointDoc, 'try_with'>): string[] {
  const paths = Object.values(try_with).flatMap((value) => (isSource(value) ? [splitSource(value)[0]] : []));
  return [...new Set(paths)];
}

/** What a form begins with: values that work at once. Those whose answer is not there yet are left out. */
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
    const [path, pointer] = splitSource(start);
    const found = valueAt(answers.get(path), pointer);
    return format === 'date-hour' ? found?.replace(/\+00:00$/, '') : found;
  }
  const startMs = Math.floor(nowMs / hourMs + start.hours_from_now) * hourMs;
  return format === 'date-hour' ? hourText(startMs) : String(startMs / 1000);
}

/** 2026-11-16T09:00:00, in UTC. */
const hourText = (timeMs: number) => `${new Date(timeMs).toISOString().slice(0, 13)}:00:00`;

/** Another path of the endpoint may have other choices. */
function fitting(parameter: Parameter, path: string, text: string): string {
  const choices = choicesOf(parameter, path)?.map(String);
  return !choices || choices.includes(text) ? text : String(exampleOf(parameter, path));
}

const isSource = (value: StartValue): value is { source: string } =>
  typeof value === 'object' && 'source' in value;

const splitSource = ({ source }: { source: string }) => source.split('#') as [path: string, pointer: string];

/** By a JSON pointer. */
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
