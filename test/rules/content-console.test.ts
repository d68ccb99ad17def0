import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointDoc } from '../../src/content/contract.ts';
import { inputsOf, routesOf } from '../../src/content/endpoint-routes.ts';
import { choicesOf } from '../../src/content/parameters.ts';
import {
  permalinkOf,
  readPermalink,
  sourcesOf,
  startValues,
} from '../../src/content/requests/form-values.ts';
import { addressOf, fieldProblems, requestOf } from '../../src/content/requests/request.ts';
import { textOf } from '../../src/pictures/picture-text.ts';
import { api } from '../../src/urls.ts';
import { controlOf } from '../../src/web/console/field-control.tsx';
import { readPicture } from '../../src/web/console/read-picture.ts';
import { readFile } from '../../src/web/console/response-map.tsx';
import { createWeatherApp, nowMs } from '../helpers/weather-app.ts';
import { sandboxSite as site } from './content-site.ts';

/** The form of every endpoint, as it opens. */

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await createWeatherApp(() => nowMs));
});
afterAll(() => app.close());

const endpoints = site.pages
  .flatMap((page) => site.sectionsOf(page))
  .flatMap((section) => (section.kind === 'endpoint' ? [section] : []))
  .map(({ file, endpoint: doc }) => ({ name: file.replace(/\.yaml$/, ''), doc }));
const paths = endpoints.flatMap(({ name, doc }) =>
  routesOf(doc).map((route) => ({ name, doc, route, path: route.path })),
);

test('every endpoint has a form', () => {
  expect(endpoints).toHaveLength(19);
});

describe.each(paths)('the form of $path in $name', ({ name, doc, route }) => {
  test('has a control for every parameter, of the kind that its field asks for', () => {
    for (const parameter of inputsOf(doc, route.path)) {
      const { kind } = controlOf(parameter, route.path);
      const { type, format = '' } = parameter;
      if (choicesOf(parameter, route.path)) expect(kind).toBe('choice');
      else if (type === 'boolean') expect(kind).toBe('flag');
      else if (format === 'date-hour') expect(kind).toBe('hour');
      else expect(['text', 'places', 'unix time']).toContain(kind);
    }
  });

  test('begins with values that the API takes, and sends nothing that is empty', async () => {
    const values = startValues(doc, route, nowMs, await answersFor(doc));
    expect([...fieldProblems(doc, route, values)]).toEqual([]);
    const address = addressOf(requestOf(doc, route, { ...emptyValues(doc), ...values }));
    expect(address).not.toMatch(/=(&|$)/);
    expect(await statusOf(address)).toBe(200);
  });

  test('is filled in by its permalink, all of it', async () => {
    const values = startValues(doc, route, nowMs, await answersFor(doc));
    expect(readPermalink(permalinkOf({ name, doc }, route, values), { name, doc })).toEqual({
      route,
      values,
      ignored: [],
    });
  });
});

test('every endpoint has a picture, but the one whose files are too large for a page', () => {
  expect(endpoints.filter(({ doc }) => !doc.drawn_as).map(({ name }) => name)).toEqual(['gridded-full']);
});

test.each(endpoints.filter(({ doc }) => doc.drawn_as))(
  'the first answer of $name can be drawn',
  async ({ doc }) => {
    const values = startValues(doc, doc.endpoint, nowMs, await answersFor(doc));
    const { rawPayload, headers } = await app.inject(
      api + pathOf(addressOf(requestOf(doc, doc.endpoint, values))),
    );
    const isFile = headers['content-type']?.includes('netcdf');
    const asked = { drawnAs: doc.drawn_as!, values, askedAt: new Date(nowMs).toISOString() };
    const picture = isFile
      ? readFile(new Uint8Array(rawPayload).buffer)
      : readPicture(rawPayload.toString('utf8'), asked);
    expect(textOf(picture).caption()).not.toMatch(/NaN|undefined/);
    expect([doc.drawn_as!.picture, 'sounding']).toContain(picture.kind);
  },
);

test('no parameter has a name that permalinks need for themselves', () => {
  const names = endpoints.flatMap(({ doc }) => doc.input_parameters.map((parameter) => parameter.name));
  expect(names.filter((name) => name === 'try' || name === 'at')).toEqual([]);
});

const emptyValues = (doc: EndpointDoc) =>
  Object.fromEntries(doc.input_parameters.map((parameter) => [parameter.name, '']));

const pathOf = (address: string) => address.slice(site.summary.hosts.forecasts.length);

async function answersFor(doc: EndpointDoc): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const path of sourcesOf(doc)) answers.set(path, (await app.inject(api + path)).json());
  return answers;
}

/** Files by their head alone, so that none is computed. */
async function statusOf(address: string): Promise<number> {
  const method = /\/(gridded|constants)\//.test(address) ? 'HEAD' : 'GET';
  return (await app.inject({ method, url: api + pathOf(address) })).statusCode;
}
