import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { api, openApi } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, withSecret } from '../../helpers/keys.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';

interface Answer {
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}

interface Description {
  paths: Record<string, { get: { operationId: string; responses: Record<string, Answer> } }>;
}

describe.skipIf(engineMissing)('what OpenAPI says of answers is what the sandbox answers', () => {
  let portal: TestPortal;
  let key: CreatedApiToken;
  let limitedKey: CreatedApiToken;
  let description: Description;
  beforeAll(async () => {
    portal = await startPortal({}, undefined, realContent);
    const browser = await portal.signUp();
    key = await createKey(browser);
    limitedKey = await createKey(browser);
    await operatorOf(portal).grant(key.external_id, 'all_access');
    await operatorOf(portal).limit(limitedKey.external_id, '1');
    description = (await portal.server.inject(openApi)).json();
  });
  afterAll(() => portal.close());

  const call = (
    path: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' | 'POST' = 'GET',
    by: CreatedApiToken = key,
  ) =>
    portal.server.inject({
      method,
      url: api + path,
      headers: { authorization: withSecret(by), ...headers },
    });

  const describedAt = (path: string, status: number) => description.paths[path]!.get.responses[status]!;

  /** These come with every answer of the server, not only with the API's. */
  const isOfTheApi = (name: string) =>
    /^(x-ratelimit-.+|ratelimit.*|x-initialization-time|etag|retry-after|allow)$/.test(name);

  const expectDescribed = (path: string, answer: { statusCode: number; headers: object }) => {
    const { headers = {} } = describedAt(path, answer.statusCode);
    expect(Object.keys(answer.headers).filter(isOfTheApi).sort()).toEqual(
      Object.keys(headers)
        .map((name) => name.toLowerCase())
        .sort(),
    );
  };

  const grid = 'initialization_time=2026031400&forecast_hour=6&resolution=1';
  const calls: [path: string, sent: string][] = [
    ['/points', '/points?coordinates=1,2&max_forecast_hour=1'],
    ['/tropical_cyclones', '/tropical_cyclones'],
    ['/hdd', '/hdd?initialization_time=2026031400'],
    ['/cdd', '/cdd?initialization_time=2026031400'],
    ['/gridded/{variable}', `/gridded/temperature_2m?${grid}`],
    ['/gridded/{level}/{variable}', `/gridded/500/temperature?${grid}`],
    ['/gridded/FULL', `/gridded/FULL?${grid}`],
    ['/constants/land_mask', '/constants/land_mask?resolution=1'],
    ['/initialization_times.json', '/initialization_times.json'],
    ['/historical_initialization_times.json', '/historical_initialization_times.json'],
    ['/generation_times.json', '/generation_times.json'],
    ['/forecast_hours.json', '/forecast_hours.json'],
    ['/observations.json', '/observations.json'],
    ['/super_observations.json', '/super_observations.json'],
    ['/missions.json', '/missions.json'],
  ];

  test.each(calls)('200, its headers and its type: %s', async (path, sent) => {
    const answer = await call(sent);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    expectDescribed(path, answer);
    const [type] = String(answer.headers['content-type']).split(';');
    expect(Object.keys(describedAt(path, 200).content!)).toEqual([type]);
  });

  test.each(calls)('304 is described exactly where it is answered: %s', async (path, sent) => {
    const { etag } = (await call(sent, {}, 'HEAD')).headers;
    const again = await call(sent, { 'if-none-match': String(etag ?? '*') });
    expect(again.statusCode).toBe(description.paths[path]!.get.responses[304] ? 304 : 200);
    if (again.statusCode === 304) expect(again.body).toBe('');
    expectDescribed(path, again);
  });

  test.each(calls)('405 and the methods that are allowed: %s', async (path, sent) => {
    const answer = await call(sent, {}, 'POST');
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
    expectDescribed(path, answer);
  });

  test.each([
    [400, '/points', '/points?coordinates=91,0'],
    [404, '/missions/{id}/launch_site.json', '/missions/none/launch_site.json'],
  ])('%i has the headers that are described', async (status, path, sent) => {
    const answer = await call(sent);
    expect(answer.statusCode).toBe(status);
    expectDescribed(path, answer);
  });

  test('403 has none of them', async () => {
    const answer = await call('/missions.json', { authorization: 'Basic bm86bm8=' });
    expect(answer.statusCode).toBe(403);
    expectDescribed('/missions.json', answer);
  });

  test('429 and when to come again', async () => {
    const sent = () => call('/points?coordinates=1,2', {}, 'GET', limitedKey);
    expect((await sent()).statusCode).toBe(200);
    const answer = await sent();
    expect(answer.statusCode).toBe(429);
    expectDescribed('/points', answer);
  });

  test('500 is described for every endpoint', () => {
    for (const [path, { get }] of Object.entries(description.paths))
      expect(get.responses, path).toHaveProperty('500');
  });

  test('the names of operations make good names of methods', () => {
    const names = Object.values(description.paths).map(({ get }) => get.operationId);
    for (const name of names) expect(name).toMatch(/^get([A-Z][a-z]+)+$/);
    expect(names).toEqual(
      expect.arrayContaining([
        'getPoints',
        'getMissions',
        'getMissionLaunchSite',
        'getGriddedFull',
        'getGriddedByVariable',
        'getGriddedByLevelAndVariable',
      ]),
    );
  });

  test.each(['observations', 'super_observations'])(
    'next_page of %s leaves out what it says',
    async (kind) => {
      const day = Math.floor(portal.clock.now() / 1000) - 86_400;
      const sent = new URLSearchParams({
        since: String(day),
        min_time: String(day),
        max_time: String(day + 80_000),
        include_ids: 'true',
        include_mission_name: 'true',
        min_latitude: '-80',
      });
      const { next_page } = (await call(`/${kind}.json?${sent}`)).json();
      const kept = new URL(next_page).searchParams;
      const dropped = [...sent.keys()].filter((name) => !kept.has(name));
      const text = JSON.stringify(description);
      expect(dropped).toEqual(['min_time', 'max_time', 'include_ids', 'include_mission_name']);
      expect(
        text.split("It doesn't repeat `min_time`, `max_time`, `include_ids` and `include_mission_name`."),
      ).toHaveLength(3);
    },
  );
});
