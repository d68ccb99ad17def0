import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointDoc, Parameter, ParameterValue } from '../../src/content/contract.ts';
import { inputsOf, routesOf } from '../../src/content/endpoint-routes.ts';
import { choicesOf, exampleOf } from '../../src/content/parameters.ts';
import { api } from '../../src/urls.ts';
import { createWeatherApp, nowMs } from '../helpers/weather-app.ts';
import { sandboxSite as site } from './content-site.ts';

/** Every value that a form or a generated client may offer is sent to the sandbox, today and in a year. */

const yearMs = 365 * 24 * 3600 * 1000;
let clock = nowMs;
let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await createWeatherApp(() => clock));
});
afterAll(() => app.close());

const docs = site.pages
  .flatMap((page) => site.sectionsOf(page))
  .flatMap((section) => (section.kind === 'endpoint' ? [section] : []));
const uses = docs.flatMap(({ file, endpoint: doc }) =>
  routesOf(doc).flatMap(({ path }) =>
    inputsOf(doc, path).map((parameter) => ({ file, path, name: parameter.name, parameter, doc })),
  ),
);

test('every endpoint is looked at', () => {
  expect(docs).toHaveLength(19);
  expect(uses.length).toBeGreaterThan(80);
});

describe.each(uses)('$name of $path in $file', ({ path, parameter, doc }) => {
  test.each([
    ['today', nowMs],
    ['in a year', nowMs + yearMs],
  ])('has an example that is accepted %s', async (_when, time) => {
    clock = time;
    expect(await ask(doc, path, parameter, await currentExample(parameter, path))).toBe(200);
    clock = nowMs;
  });

  test.skipIf(!choicesOf(parameter, path))('has only choices that are accepted', async () => {
    for (const choice of offered(parameter, path))
      expect([choice, await ask(doc, path, parameter, choice)]).toEqual([choice, 200]);
  });

  test('is refused outside of them', async () => {
    for (const value of valuesOutside(parameter))
      expect([400, 404], String(value)).toContain(await ask(doc, path, parameter, value));
  });

  test.skipIf(parameter.default === undefined)('says what is meant when it is not sent', async () => {
    const [without, withDefault] = await Promise.all([
      answer(doc, path, parameter, undefined),
      answer(doc, path, parameter, parameter.default!),
    ]);
    expect(withDefault).toBe(without);
  });

  test.skipIf(!parameter.not_with)('is refused with those it must not meet, and names them', async () => {
    for (const name of parameter.not_with!) {
      const other = doc.input_parameters.find((each) => each.name === name)!;
      const query = await queryOf(doc, path, parameter, await currentExample(parameter, path));
      const status = await get(path, { ...query, [name]: await currentExample(other, path) });
      expect([name, status.statusCode]).toEqual([name, 400]);
      expect(`${parameter.note} ${other.note}`).toMatch(new RegExp(`\`(${name}|${parameter.name})\``));
    }
  });
});

/** Each member computes its own weather, so the mean and the last two of them stand for all. */
function offered(parameter: Parameter, path: string): ParameterValue[] {
  const choices = choicesOf(parameter, path)!;
  return parameter.name === 'ens_member' ? [choices[0]!, ...choices.slice(-2)] : choices;
}

/** Returns numbers beyond both ends of the range, and a word that is never allowed. */
function valuesOutside({ name, type, minimum, maximum }: Parameter): ParameterValue[] {
  // Members may be counted from 0, as the gridded page says.
  const least = name === 'ens_member' ? [] : [minimum];
  const beyond = [
    ...least.map((each) => each !== undefined && each - 1),
    maximum !== undefined && maximum + 1,
  ].filter((each) => each !== false);
  return [...beyond, 'nonsense', ...(type === 'integer' ? [1.5] : [])];
}

async function currentExample(parameter: Parameter, path: string): Promise<ParameterValue> {
  if (!parameter.example_source) return exampleOf(parameter, path)!;
  const [source = '', pointer = ''] = parameter.example_source.split('#/');
  const { body, statusCode } = await get(source, {});
  expect([source, statusCode]).toEqual([source, 200]);
  const found = pointer
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], JSON.parse(body));
  return found as ParameterValue;
}

async function ask(doc: EndpointDoc, path: string, parameter: Parameter, value: ParameterValue) {
  return (await get(path, await queryOf(doc, path, parameter, value))).statusCode;
}

async function answer(
  doc: EndpointDoc,
  path: string,
  parameter: Parameter,
  value: ParameterValue | undefined,
) {
  const { statusCode, body, headers } = await get(path, await queryOf(doc, path, parameter, value));
  expect(statusCode).toBe(200);
  // A file's length depends on the parameter: one value per cell. A link to the next page repeats the parameters.
  const isFile = headers['content-type']?.includes('netcdf');
  return isFile ? headers['content-length'] : body.replace(/"next_page":.*$/, '');
}

/** Returns the parameter with the fewest others that it needs. */
async function queryOf(
  doc: EndpointDoc,
  path: string,
  parameter: Parameter,
  value: ParameterValue | undefined,
): Promise<Record<string, ParameterValue>> {
  const inputs = inputsOf(doc, path);
  const isNeeded = ({ name, required }: Parameter) =>
    required === 'required' || path.includes(`{${name}}`) || parameter.needs?.includes(name);
  const alternative =
    parameter.required === 'alternative' ? undefined : inputs.find((each) => each.required === 'alternative');
  const query: Record<string, ParameterValue> = {};
  for (const each of inputs) {
    if (each === parameter) continue;
    if (isNeeded(each) || each === alternative) query[each.name] = await currentExample(each, path);
  }
  // A small file says the same.
  if (inputs.some(({ name }) => name === 'resolution') && parameter.name !== 'resolution')
    query.resolution = 1;
  return value === undefined ? query : { ...query, [parameter.name]: value };
}

/** Files by their head alone, so that none is computed. */
async function get(path: string, values: Record<string, ParameterValue>) {
  const query = new URLSearchParams();
  let url = api + path;
  for (const [name, value] of Object.entries(values)) {
    if (url.includes(`{${name}}`)) url = url.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  const method = /\/(gridded|constants)\//.test(path) ? 'HEAD' : 'GET';
  return app.inject({ method, url: `${url}?${query}` });
}
