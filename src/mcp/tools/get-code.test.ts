import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWeatherApp, nowMs } from '../../../test/helpers/weather-app.ts';
import { codeLanguages } from '../../content/contract.ts';
import type { DocumentedEndpoint } from '../../content/documented-endpoints.ts';
import { inputsOf, isInPath } from '../../content/endpoint-routes.ts';
import { choicesOf } from '../../content/parameters.ts';
import { fieldProblems, fillIn, type Values } from '../../content/requests/request.ts';
import { loadSite } from '../../content/site.ts';
import { root } from '../../platform/root.ts';
import { CheckLinks } from '../toolkit/check-links.ts';
import { getCode } from './get-code.ts';

const origin = 'https://portal.example';
const base = `${origin}/api/v1`;
const hosts = { data: base, forecasts: base, mcp: `${origin}/mcp`, portal: origin };
const site = loadSite(join(root, 'content'), hosts, { sandbox: 'both' });
const checks = new CheckLinks(site);
const now = () => nowMs;

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await createWeatherApp(now));
});
afterAll(() => app.close());

interface Written {
  code: string;
  address?: string;
}

/** The tool's own answer: what it needs of its context is the documentation and the clock. */
async function write(given: Record<string, unknown>): Promise<Written> {
  const parsed = getCode.input.parse(given);
  const { data } = await getCode.answer(parsed, { site, checks, now } as never);
  return data as unknown as Written;
}

/** Files are asked for by their head alone, so that none is computed. */
async function statusOf(address: string): Promise<number> {
  const method = /\/(gridded|constants)\//.test(address) ? 'HEAD' : 'GET';
  return (await app.inject({ method, url: address.slice(origin.length) })).statusCode;
}

/** The address that the program calls, without its query: every language writes it in one piece. */
const pathIn = (code: string) => /https:\/\/portal\.example\/api\/v1\/[^\s"'?]+/.exec(code)![0];

/** Values that the API takes at the test's time. */
const valid: Record<string, string> = {
  id: 'W-7346',
  mission_id: 'W-7346',
  coordinates: '37.77,-122.42;40.71,-74.01',
  initialization_time: '2026-11-14T00:00:00',
  forecast_hour: '24',
};

/** Every choice of every parameter, one parameter at a time, with the rest of what the endpoint needs. */
function callsOf({ doc, route }: DocumentedEndpoint): Values[] {
  const inputs = inputsOf(doc, route.path);
  const needed = inputs.filter(
    ({ name, required }) => name in valid && (required !== 'optional' || isInPath(name, route.path)),
  );
  const first = Object.fromEntries(needed.map(({ name }) => [name, valid[name]!]));
  const inPath = inputs.filter(({ name }) => isInPath(name, route.path));
  let calls: Values[] = [first];
  for (const parameter of inPath)
    calls = (choicesOf(parameter, route.path) ?? [first[parameter.name]!]).flatMap((choice) =>
      calls.map((each) => ({ ...each, [parameter.name]: String(choice) })),
    );
  const others = inputs.filter(
    ({ name, format }) => !inPath.some((each) => each.name === name) && format === undefined,
  );
  const more = others.flatMap((parameter) =>
    (choicesOf(parameter, route.path) ?? [valid[parameter.name] ?? parameter.example!]).map((value) =>
      fillIn(inputs, calls[0]!, parameter.name, String(value)),
    ),
  );
  return [...calls, ...more].filter(
    (each) => fieldProblems(doc, route, each).size === 0 && Object.keys(each).length > 0,
  );
}

describe.each(checks.endpoints)('get_code for $route.path in $name', (endpoint) => {
  const { doc, route } = endpoint;
  const written = codeLanguages.filter(
    (language) => language !== 'netcdf' || doc.response_example.type !== 'application/json',
  );

  test('calls an address that the API routes, for every choice and in every language', async () => {
    expect(callsOf(endpoint).length).toBeGreaterThan(0);
    for (const given of callsOf(endpoint)) {
      for (const language of written) {
        const { code, address } = await write({ endpoint: route.path, language, arguments: given });
        expect(pathIn(code)).toBe(address!.split('?')[0]);
        if (language === 'curl') expect(await statusOf(address!), address).toBe(200);
      }
    }
  });

  test('without arguments calls this path', async () => {
    for (const language of written) {
      const { code, address } = await write({ endpoint: route.path, language });
      // The example's balloon may have landed.
      const allowed = /prediction|current_location/.test(route.path) ? [200, 404] : [200];
      if (address) expect(allowed, address).toContain(await statusOf(address));
      const form = new RegExp(`^${base}${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      if (route.path !== doc.endpoint.path) expect(pathIn(code)).toMatch(form);
    }
  });
});

describe('a value with a slash', () => {
  test.each([
    ['/gridded/{variable}', { variable: '500/temperature', time: '2026-11-15T06:00:00' }],
    ['/gridded/500/temperature', { time: '2026-11-15T06:00:00' }],
    ['gridded/{level}/{variable}', { level: 500, variable: 'Temperature', time: '2026-11-15T06:00:00' }],
  ])('%s %o leads to the path of a level', async (endpoint, given) => {
    for (const language of codeLanguages) {
      const { code, address } = await write({ endpoint, language, arguments: given });
      expect(pathIn(code)).toBe(`${base}/gridded/500/temperature`);
      expect(await statusOf(address!)).toBe(200);
    }
  });

  test('names the file of all variables as well', async () => {
    const given = { variable: 'FULL', time: '2026-11-15T06:00:00' };
    const { code } = await write({ endpoint: '/gridded/{variable}', language: 'curl', arguments: given });
    expect(pathIn(code)).toBe(`${base}/gridded/FULL`);
  });

  test.each([
    ['/gridded/{variable}', { variable: '500/snow', time: '2026-11-15T06:00:00' }, 'variable'],
    ['/gridded/{variable}', { variable: 'snow', time: '2026-11-15T06:00:00' }, 'temperature_2m'],
    ['/gridded/{level}/{variable}', { level: 501, variable: 'wind_u', time: '2026-11-15T06:00:00' }, '500'],
    ['/missions/{id}/launch_site.json', { id: 'a/b' }, 'id'],
    ['/missions/{id}/launch_site.json', { id: '..' }, 'id'],
  ])('that no path has is refused, and what is allowed is said: %s %o', async (endpoint, given, words) => {
    await expect(write({ endpoint, language: 'python', arguments: given })).rejects.toThrow(words);
  });
});

test.each([
  ['/points', { coordinates: '37.77, -122.42; 40.71, -74.01' }, 200],
  ['/points', { coordinates: '1,1', initialization_time: '2026-11-14T12:00:00+00:00' }, 200],
  ['/observations.json', { min_time: '2026-11-15 01:00:00', mission_id: 'W-7346' }, 200],
  ['/observations.json', { mission_id: 'a/b?c=d&e#f+g%2F"\'' }, 404],
  ['/tropical_cyclones', { basin: 'N A&x=1' }, 400],
])('%s takes query values with spaces and special characters: %o', async (endpoint, given, status) => {
  for (const language of codeLanguages.filter((each) => each !== 'netcdf')) {
    const { address } = await write({ endpoint, language, arguments: given });
    const { searchParams } = new URL(address!);
    expect(Object.fromEntries(searchParams)).toEqual(given);
    const answer = await app.inject(address!.slice(origin.length));
    expect(answer.statusCode, answer.body).toBe(status);
    // Not the answer to an address that is not routed.
    if (status === 404) expect(answer.body).toContain('No mission has this mission_id');
  }
});
