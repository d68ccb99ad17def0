import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { api } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { askApi, askJson } from '../../mcp/api.ts';
import { type Assistant, connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

describe.skipIf(engineMissing)('the numbers of each data tool are those of the API', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  let assistant: Assistant;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey(allAccessRole);
    assistant = await connect(personalLink(portal.url, key));
    // The client then checks every answer against the tool's schema.
    await assistant.client.listTools();
  });
  afterAll(async () => {
    await assistant.close();
    await portal.close();
  });

  const get = (path: string) => askJson(portal.url, key, path);

  async function call(name: string, given: Record<string, unknown> = {}) {
    const called = await assistant.call(name, given);
    expect(called.text, name).not.toBe('');
    expect(called.isError, called.text).toBe(false);
    return called;
  }

  test.each([
    ['get_observations', 'observations.json'],
    ['get_super_observations', 'super_observations.json'],
  ])('%s', async (name, file) => {
    const filter = {
      mission_id: 'W-5890',
      min_time: '2026-03-14T10:00:00Z',
      max_time: '2026-03-14T12:00:00Z',
    };
    const { data } = await call(name, { ...filter, order_by: 'arrival' });
    const { observations } = await get(
      `/${file}?${new URLSearchParams({ ...filter, include_mission_name: 'true' })}`,
    );
    expect(data.observations.length).toBeGreaterThan(20);
    for (const [index, row] of data.observations.entries()) {
      const { wind_speed, wind_direction, ...measured } = row;
      expect(observations[index]).toMatchObject(measured);
      expect(wind_speed).toBeCloseTo(Math.hypot(row.speed_u, row.speed_v), 2);
      expect(wind_direction).toBeGreaterThanOrEqual(0);
    }
  });

  test('get_flying_missions', async () => {
    const { data } = await call('get_flying_missions');
    const { missions } = await get('/missions.json?page=0&page_size=64');
    expect(data.missions).toMatchObject(missions);
    expect(data.flying).toBe(missions.length);
    const { id, latitude, longitude, altitude } = data.missions[7];
    expect(await get(`/missions/${id}/current_location.json`)).toEqual({ latitude, longitude, altitude });
  });

  test('get_flying_missions by region, height and distance', async () => {
    const all = (await call('get_flying_missions')).data.missions;
    const wanted = { min_latitude: 0, max_longitude: 0, min_longitude: -180, min_altitude: 9000 };
    const { data } = await call('get_flying_missions', wanted);
    const isIn = (each: { latitude: number; longitude: number; altitude: number }) =>
      each.latitude >= 0 && each.longitude <= 0 && each.altitude >= 9000;
    expect(data.missions).toEqual(all.filter(isIn));
    expect(data.matching).toBe(data.missions.length);
    const { latitude, longitude, name } = all[5];
    const near = await call('get_flying_missions', { latitude, longitude, limit: 3 });
    expect(near.data.missions[0]).toMatchObject({ name, distance: 0 });
  });

  test('get_sounding of the newest finished leg, which get_flight_path lists', async () => {
    const path = await call('get_flight_path', { mission_id: 'W-5870' });
    const { data, text } = await call('get_sounding', { mission_id: 'W-5870' });
    const leg = path.data.legs.at(-2);
    expect(data.leg).toBe(leg.leg);
    expect(data.direction).toBe(leg.direction);
    expect(Math.abs(Date.parse(data.begin) - Date.parse(leg.begin))).toBeLessThanOrEqual(600_000);
    expect(text).toContain(data.sentence);
    const [lowest, highest] = [data.levels[0], data.levels.at(-1)];
    expect(lowest.pressure).toBeGreaterThan(highest.pressure);
    expect(lowest.altitude).toBeLessThan(highest.altitude);
    const names = data.indices.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Precipitable water', '0 °C', 'Tropopause']));
    const other = await call('get_sounding', { mission_id: 'W-5870', leg: '1' });
    expect(other.data).toMatchObject({ leg: 1, direction: 'up' });
    expect(other.data.remarks).toEqual(expect.any(Array));
  });

  test('get_sounding of a leg from the ground has each parcel, the wind, and the layer of every number', async () => {
    const { data, text } = await call('get_sounding', { mission_id: 'W-5870', leg: 1 });
    const indices: { name: string; value: string; layer?: string }[] = data.indices;
    const names = indices.map(({ name }) => name);
    for (const parcel of ['surface', 'mixed-layer', 'most unstable'])
      for (const index of ['CAPE', 'CIN', 'LCL', 'LFC', 'EL', 'Lifted index'])
        expect(names).toContain(`${index}, ${parcel} parcel`);
    for (const name of ['Right mover', 'Left mover', 'Shear 0–1 km', 'Helicity 0–3 km'])
      expect(indices.find((index) => index.name === name)).toMatchObject({
        layer: expect.stringContaining('above ground'),
      });
    const { layer, value } = indices.find(({ name }) => name === 'Precipitable water')!;
    expect(text).toContain(`Precipitable water: ${value} (${layer})`);
    expect(data.sentence).toContain('above sea level');
  });

  test('the newest observations come with a summary of all that were read', async () => {
    const { data, text } = await call('get_observations', { mission_id: 'W-5870' });
    const { observations, most } = data.summary;
    expect(most).toMatchObject([{ mission_name: 'W-5870', observations }]);
    expect(observations).toBeGreaterThanOrEqual(data.observations.length);
    expect(data.observations[0].time).toBe(data.summary.last);
    expect(text).toContain(`${observations} rows read from 1 balloon`);
  });

  test('where nothing was measured, that is said once and for all', async () => {
    const { data, text } = await call('get_observations', { min_latitude: 88.5 });
    expect(data).toMatchObject({ observations: [], summary: { observations: 0 } });
    expect(text).toContain('Nothing was measured there');
    expect(text).not.toContain('There is more');
  });

  test('get_launch_site and get_predicted_path, by id and by name', async () => {
    const { missions } = await get('/missions.json');
    const { id, name } = missions.at(-1);
    for (const mission_id of [id, name]) {
      const site = await call('get_launch_site', { mission_id });
      expect(site.data).toMatchObject(await get(`/missions/${id}/launch_site.json`));
      const path = await call('get_predicted_path', { mission_id });
      const { prediction } = await get(`/missions/${id}/prediction.json`);
      expect(prediction).toEqual(expect.arrayContaining(path.data.prediction));
      expect(path.data.prediction.slice(0, 13)).toEqual(prediction.slice(0, 13));
      expect(path.data.prediction.at(-1)).toEqual(prediction.at(-1));
      expect(path.data.prediction.length).toBeLessThan(40);
      expect(path.data.mission_name).toBe(name);
    }
  });

  test('get_code gives a program with the arguments in it, or the example of the page', async () => {
    const given = { endpoint: 'points', language: 'Python', arguments: { coordinates: '42.36,-71.06' } };
    const { data, text } = await call('get_code', given);
    expect(data.code).toContain('42.36,-71.06');
    expect(data.address).toBe(`${portal.site.summary.hosts.forecasts}/points?coordinates=42.36,-71.06`);
    expect(text).toContain(data.code.trimEnd());
    const example = await call('get_code', { endpoint: '/observations.json', language: 'ruby' });
    const page = await call('read_docs_page', { path: '/docs/data-api/observations', language: 'ruby' });
    expect(page.data.markdown).toContain(example.data.code.trimEnd());
  });

  test('get_code calls what the API answers, also for a variable on a level', async () => {
    const given = { variable: '500/temperature', time: '2026-03-15T12:00:00' };
    const { data } = await call('get_code', {
      endpoint: '/gridded/{variable}',
      language: 'curl',
      arguments: given,
    });
    const { pathname, search } = new URL(data.address);
    expect(data.code).toContain('/gridded/500/temperature"');
    const answer = await askApi(portal.url, key, pathname.slice(api.length) + search, 'HEAD');
    expect(answer.headers.get('content-type')).toBe('application/x-netcdf');
  });

  test('search_docs finds what read_docs_page then reads', async () => {
    const found = await call('search_docs', { query: 'heating degree days' });
    const [best] = found.data.results;
    expect(best.path).toMatch(/^\/docs\/forecast-api\/population-weighted/);
    expect(best.url).toBe(portal.site.url + best.path);
    for (const { path } of found.data.results) {
      const { data, text } = await call('read_docs_page', { path });
      expect(text).toContain(data.markdown.slice(0, 100));
    }
  });

  test('read_docs_page gives one language, one section, one heading inside it', async () => {
    const path = '/docs/data-api/observations';
    const ruby = await call('read_docs_page', { path, section: 'Observations', language: 'Ruby' });
    expect(ruby.data.markdown).toContain('```ruby');
    expect(ruby.data.markdown).not.toContain('```java');
    const status = await call('read_docs_page', { path: '/docs/errors', section: '403' });
    expect(status.data.markdown).toMatch(/^## .+\n\n### 403 Forbidden\n/);
    const errors = await call('read_docs_page', { path: `${path}#observations-errors` });
    expect(errors.data.markdown).toMatch(/^## Observations\n\n### Errors\n/);
    expect(errors.data.markdown).not.toContain('### Endpoints');
  });

  test('search_docs finds the same said of several endpoints once', async () => {
    const { data } = await call('search_docs', { query: 'min_latitude' });
    const said = data.results.map(({ excerpt }: { excerpt: string }) => excerpt);
    expect(new Set(said).size).toBe(said.length);
  });

  test('read_docs_page reads a page, a section of it, and its address as people copy it', async () => {
    const page = await call('read_docs_page', { path: '/docs/forecast-api/points' });
    expect(page.data.markdown).toMatch(/^# Point Forecasts\n/);
    const section = await call('read_docs_page', { path: '/docs/forecast-api/points#point-forecasts' });
    expect(section.data.markdown).toMatch(/^## Point forecasts\n/);
    for (const path of [
      `${portal.site.url}/docs/forecast-api/points`,
      '/docs/forecast-api/points.md',
      '/docs/forecast-api/points/',
    ])
      expect((await call('read_docs_page', { path })).data.markdown).toBe(page.data.markdown);
  });

  test('every weather answer says that it is synthetic', async () => {
    const { text, result } = await call('get_initialization_times');
    expect(text).toContain('not real weather');
    expect(result._meta).toMatchObject({ synthetic: true, quota: { limit: 1000 } });
    expect((await call('search_docs', { query: 'wind' })).text).not.toContain('not real weather');
  });
});
