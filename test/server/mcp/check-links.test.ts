import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPermalink } from '../../../src/content/requests/form-values.ts';
import { fieldProblems, queryText, requestOf } from '../../../src/content/requests/request.ts';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { pages } from '../../../src/urls.ts';
import { readAddress, writeAddress } from '../../../src/web/viewer/store/viewer-address.ts';
import { engineMissing } from '../../helpers/database.ts';
import { askGrid, askJson } from '../../mcp/api.ts';
import { type Assistant, connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

describe.skipIf(engineMissing)('an answer leads to the page that draws the same numbers', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  let assistant: Assistant;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey(allAccessRole);
    assistant = await connect(personalLink(portal.url, key));
  });
  afterAll(async () => {
    await assistant.close();
    await portal.close();
  });

  async function call(name: string, given: Record<string, unknown> = {}) {
    const { text, data, isError, result } = await assistant.call(name, given);
    expect(isError, text).toBe(false);
    const links = (result._meta!.check_urls as string[]).map((link) => new URL(link));
    for (const { href } of links) expect(text).toContain(href);
    expect(text).toContain('\n\nCheck it at ');
    return { data, links };
  }

  /** Returns the call that the form makes when it was filled in by the link and its button is pressed. */
  function callOf({ origin, pathname, search, hash }: URL): string {
    expect(origin).toBe(portal.site.url);
    const sections = portal.site.sectionsOf(portal.site.pages.find(({ path }) => path === pathname)!);
    for (const section of sections) {
      if (section.kind !== 'endpoint') continue;
      const { endpoint: doc, file } = section;
      const filled = readPermalink(search, { name: file.replace('.yaml', ''), doc });
      if (!filled) continue;
      expect(filled.ignored).toEqual([]);
      expect([...fieldProblems(doc, filled.route, filled.values)]).toEqual([]);
      expect(hash).not.toBe('#');
      const { path, query } = requestOf(doc, filled.route, filled.values);
      return path + queryText(query);
    }
    throw new Error(`no form of ${pathname} takes ${search}`);
  }

  const ask = (link: URL | undefined) => askJson(portal.url, key, callOf(link!));

  test('get_point_forecast', async () => {
    const { data, links } = await call('get_point_forecast', {
      coordinates: '42.36,-71.06;0,10',
      timezone: 'America/New_York',
      min_forecast_time: '2026-03-15T12:00',
      max_forecast_time: '2026-03-15T14:00',
    });
    const { forecasts } = await ask(links[0]);
    expect(links[0]!.searchParams.get('initialization_time')).toBe(data.initialization_time.slice(0, 19));
    for (const [place, rows] of forecasts.entries()) expect(data.forecasts[place].hours).toMatchObject(rows);
  });

  test('get_initialization_times', async () => {
    const { data, links } = await call('get_initialization_times', { ens_member: 0 });
    expect(data).toMatchObject(await ask(links[0]));
  });

  test('get_degree_days', async () => {
    const { data, links } = await call('get_degree_days', { kind: 'cdd', states: 'ME', ens_member: 'mean' });
    const { cdd } = await ask(links[0]);
    expect(data.states[0].values).toEqual(data.dates.map((date: string) => cdd.Maine[date]));
  });

  test('get_tropical_cyclones', async () => {
    const { data, links } = await call('get_tropical_cyclones', { basin: 'wp' });
    const tracks = await ask(links[0]);
    expect(links[0]!.searchParams.get('initialization_time')).toBe(data.initialization_time.slice(0, 19));
    expect(Object.keys(tracks)).toEqual(data.cyclones.map(({ id }: { id: string }) => id));
  });

  test.each(['get_observations', 'get_super_observations'])('%s, newest first', async (name) => {
    const { data, links } = await call(name, { mission_id: 'W-5890', min_time: '2026-03-14T13:00:00Z' });
    const { observations } = await ask(links[0]);
    const times = new Set(observations.map(({ time }: { time: string }) => time));
    expect(data.observations.length).toBeGreaterThan(3);
    for (const { time } of data.observations) expect(times).toContain(time);
  });

  test('get_observations as they arrived, and where there are none', async () => {
    const given = { min_time: '2026-03-14T10:00:00Z', max_time: '2026-03-14T10:30:00Z', order_by: 'arrival' };
    const { data, links } = await call('get_observations', { ...given, min_latitude: 20 });
    const { observations } = await ask(links[0]);
    expect(observations.length).toBeGreaterThan(0);
    expect(observations[0]).toMatchObject({ time: data.observations[0].time });
    const none = await call('get_observations', { min_latitude: 89.9 });
    expect((await ask(none.links[0])).observations).toEqual([]);
  });

  test('get_gridded_summary, of a range the time of its maximum', async () => {
    const { data, links } = await call('get_gridded_summary', {
      variable: '500/temperature',
      min_latitude: 30,
      time: '2026-03-15T00:00:00Z',
      end_time: '2026-03-15T06:00:00Z',
    });
    const { maximum } = data.variables[0];
    const at = await askGrid(portal.url, key, finest(callOf(links[0]!)));
    expect(at(maximum.latitude, maximum.longitude)).toBeCloseTo(maximum.value, 1);
  });

  test('get_gridded_summary of the wind, by both of its components', async () => {
    const { data, links } = await call('get_gridded_summary', { variable: 'wind_10m', intracycle: true });
    const { maximum } = data.variables[0];
    const [u, v] = await Promise.all(links.map((link) => askGrid(portal.url, key, finest(callOf(link)))));
    const { latitude, longitude } = maximum;
    expect(Math.hypot(u!(latitude, longitude), v!(latitude, longitude))).toBeCloseTo(maximum.value, 1);
  });

  test('get_ensemble_forecast, by the mean of its first time', async () => {
    const { data, links } = await call('get_ensemble_forecast', {
      coordinates: '39.74,-104.99',
      variable: 'temperature_2m',
    });
    const at = await askGrid(portal.url, key, finest(callOf(links[0]!)));
    const { latitude, longitude } = data.nearest_point;
    expect(at(latitude, longitude)).toBeCloseTo(data.variables[0].times[0].mean, 1);
  });

  test.each([
    ['get_predicted_path', 'prediction'],
    ['get_launch_site', 'launch_site'],
  ])('%s', async (name, field) => {
    const mission_id = await anyMission();
    const { data, links } = await call(name, { mission_id });
    // The form shows the whole path, and the tool some of its points.
    const shown = [(await ask(links[0]))[field]].flat();
    expect(shown).toEqual(expect.arrayContaining([data[field]].flat()));
  });

  test('get_code with arguments', async () => {
    const { data, links } = await call('get_code', {
      endpoint: '/points',
      language: 'ruby',
      arguments: { coordinates: '1,2', max_forecast_hour: 3 },
    });
    expect(data.address.endsWith(callOf(links[0]!))).toBe(true);
  });

  test.each(['get_current_location', 'get_flight_path', 'get_sounding', 'get_flying_missions'])(
    '%s: the viewer',
    async (name) => {
      const mission = name === 'get_flying_missions' ? undefined : await anyMission();
      const { data, links } = await call(name, mission ? { mission_id: mission } : {});
      const [link] = links as [URL];
      expect(link.origin + link.pathname).toBe(portal.site.url + pages.dataViewer);
      const { selection, settings, ignored } = readAddress(link.search);
      expect(ignored).toEqual([]);
      expect(selection.mission).toBe(data.mission_name);
      expect(selection.leg).toBe(data.leg);
      expect(writeAddress(selection, settings)).toBe(link.search);
    },
  );

  const anyMission = async (): Promise<string> =>
    (await askJson(portal.url, key, '/missions.json')).missions[3].name;
});

/** The picture has steps of one degree. The summary covers every point. */
const finest = (path: string) => path.replace(/&resolution=1$/, '');
