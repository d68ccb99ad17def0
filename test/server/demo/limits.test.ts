import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api, calls, modelProfile } from '../../../src/urls.ts';
import { writeModelQuery } from '../../../src/weather/fleet/model-points.ts';
import { openBrowser } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { basic } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { listen } from '../../helpers/raw-http.ts';

const maxAtWork = 2;
const maxWaiting = 30;

describe.skipIf(engineMissing)('limits of the demo', () => {
  let portal: TestPortal;
  let authorization: string;
  beforeEach(async () => {
    portal = await startPortal({ RATE_LIMIT_FACTOR: '1' });
    const { client_id, token } = (await (await openBrowser(portal)).post(calls.demoToken, {})).json();
    authorization = basic(client_id, token);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await portal.close();
  });

  const ask = (path: string, address: string) =>
    portal.server.inject({ url: api + path, remoteAddress: address, headers: { authorization } });
  /** The call costs five requests of the hour, and almost no time. */
  const fifty = `/points?max_forecast_hour=0&coordinates=${Array(50).fill('1,2').join(';')}`;
  const missions = '/missions.json';

  test('an address can make 300 calls an hour, and learns how to make more', async () => {
    const first = await ask(fifty, '192.0.2.1');
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '295' });
    for (let call = 1; call < 60; call++) expect((await ask(fifty, '192.0.2.1')).statusCode).toBe(200);
    const refused = await ask(missions, '192.0.2.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': '3034' });
    expect(refused.json()).toEqual({
      error: `Too many requests: your network has used its 300 guest calls this hour. Get a free key for 1000 an hour: ${portal.config.publicUrl}/docs/api-keys`,
      success: false,
    });
    expect((await ask(missions, '192.0.2.2')).statusCode).toBe(200);
  });

  test("the viewer's forecast needs no token, and counts as one of these calls", async () => {
    const runMs = Date.UTC(2024, 10, 1);
    const point = { pressure: 500, forecast_hour: 3, latitude: 50, longitude: 10 };
    const url = `${modelProfile}?${writeModelQuery(runMs, [point])}`;
    const get = () => portal.server.inject({ url, remoteAddress: '192.0.2.7' });
    const first = await get();
    expect(first.json()).toMatchObject({ levels: [point] });
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '299' });
    for (let call = 0; call < 59; call++) await ask(fifty, '192.0.2.7');
    for (let call = 0; call < 4; call++) expect((await get()).statusCode).toBe(200);
    const refused = await get();
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error).toContain('your network has used its 300 guest calls this hour');
  });

  test('tokens themselves are handed out 120 times an hour to an address', async () => {
    const browser = await openBrowser(portal);
    browser.address = '192.0.2.3';
    for (let made = 0; made < 120; made++)
      expect((await browser.post(calls.demoToken, {})).statusCode).toBe(200);
    expect((await browser.post(calls.demoToken, {})).statusCode).toBe(429);
    const rows = await portal.database.db.selectFrom('rate_limits').selectAll().execute();
    expect(rows.filter(({ bucket }) => bucket.startsWith('net-demo-tokens')).length).toBe(2);
  });

  test('two calls run at once, a few wait, and the rest gets a time to retry', async () => {
    const answers = await Promise.all(
      Array.from({ length: maxAtWork + maxWaiting + 4 }, () => ask(fifty, '192.0.2.4')),
    );
    const turnedAway = answers.filter(({ statusCode }) => statusCode === 503);
    expect(turnedAway.length).toBe(4);
    expect(turnedAway[0]!.headers['retry-after']).toBe('2');
    expect(turnedAway[0]!.json()).toEqual({ error: expect.any(String), success: false });
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(maxAtWork + maxWaiting);
  });

  test('a closed connection leaves room for the next call', async () => {
    const port = await listen(portal);
    const path = `${api}/observations.json`;
    const hangUp = () =>
      new Promise<void>((resolve) => {
        const sent = request({ host: '127.0.0.1', port, path, headers: { authorization }, agent: false });
        sent.on('error', () => resolve());
        portal.server.server.once('request', () => sent.destroy());
        sent.end();
      });
    for (let call = 0; call < 2 * maxAtWork; call++) await hangUp();
    expect((await ask(missions, '192.0.2.5')).statusCode).toBe(200);
  });

  test('all of them together have 5 % of a core over ten minutes', async () => {
    let spentSeconds = 0;
    vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
      spentSeconds += 16;
      return { user: spentSeconds * 1e6, system: 0 };
    });
    for (const address of ['192.0.2.6', '192.0.2.7'])
      expect((await ask(missions, address)).statusCode).toBe(200);
    const refused = await ask(missions, '192.0.2.8');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '574']);
    portal.clock.pass(573);
    // A token is valid for less time.
    const { client_id, token } = (await (await openBrowser(portal)).post(calls.demoToken, {})).json();
    authorization = basic(client_id, token);
    expect((await ask(missions, '192.0.2.8')).statusCode).toBe(503);
    portal.clock.pass(1);
    expect((await ask(missions, '192.0.2.8')).statusCode).toBe(200);
  });
});
