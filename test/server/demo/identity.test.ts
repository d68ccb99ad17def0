import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoClientId, demoCodes } from '../../../src/gateway/demo/contract.ts';
import type { PlaygroundToken } from '../../../src/keys/contract.ts';
import { randomSecret } from '../../../src/platform/secrets.ts';
import { api, calls, mcpServer } from '../../../src/urls.ts';
import { openBrowser } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { basic, notAuthorized, signToken, startBeside, verify } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { routesOf } from '../../helpers/portal-routes.ts';

/** The time is close to the portal's clock. */
const hour = 'time=2026-03-14T18';

describe.skipIf(engineMissing)('a visitor without a key', () => {
  let portal: TestPortal;
  let browser: Browser;
  let minted: PlaygroundToken;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    browser = await openBrowser(portal);
    minted = await mint(browser);
  });

  const mint = async (by: Browser): Promise<PlaygroundToken> => (await by.post(calls.demoToken, {})).json();
  const asDemo = ({ client_id, token }: PlaygroundToken = minted) => ({
    authorization: basic(client_id, token),
  });
  const ask = (path: string, headers = asDemo()) => portal.browser().get(api + path, headers);
  const send = (method: 'HEAD' | 'POST' | 'PUT' | 'DELETE', path: string) =>
    portal.browser().send({ method, url: api + path, headers: asDemo() });

  test('gets a token of the documented kind with the CSRF token only', async () => {
    expect(Object.keys(minted)).toEqual(['client_id', 'token', 'expires_at']);
    expect(minted.client_id).toBe(demoClientId);
    expect(Date.parse(minted.expires_at) - portal.clock.now()).toBe(300_000);
    const foreign = await browser.post(calls.demoToken, {}, { 'x-csrf-token': '' });
    expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'csrf']);
    const answer = await browser.post(calls.demoToken, {});
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    '/points?coordinates=40.7,-74&max_forecast_hour=6',
    '/initialization_times.json',
    '/tropical_cyclones',
    '/observations.json',
    '/super_observations.json',
    '/missions.json',
    `/gridded/temperature_2m?${hour}&resolution=1`,
    `/gridded/500/temperature?${hour}&resolution=1`,
    '/constants/land_mask?resolution=1',
  ])('reads %s', async (path) => {
    const answer = await ask(path);
    expect([answer.statusCode, answer.headers['x-synthetic']]).toEqual([200, 'true']);
    expect(Number(answer.headers['x-ratelimit-limit'])).toBeGreaterThan(0);
    expect(answer.headers.ratelimit).toMatch(/^"hour";r=\d+;t=\d+$/);
    expect((await send('HEAD', path)).statusCode).toBe(200);
  });

  test.each([
    `/gridded/FULL?${hour}&resolution=1`,
    `/gridded/%46ULL?${hour}&resolution=1`,
    `/gridded/temperature_2m?${hour}`,
    `/gridded/temperature_2m?${hour}&resolution=0.25`,
    `/gridded/temperature_2m?${hour}&resolution=1&resolution=0.25`,
    `/gridded/500/temperature?${hour}`,
    '/constants/land_mask',
    '/nowhere',
    '/gridded',
  ])('is refused %s, in the words of the API', async (path) => {
    const answer = await ask(path);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ error: expect.stringMatching(/^Not authorized: /), success: false });
  });

  test.each(['POST', 'PUT', 'DELETE'] as const)('only reads: %s is refused', async (method) => {
    expect((await send(method, '/points')).statusCode).toBe(403);
  });

  test('every endpoint is within the demo but FULL, so that a new one is decided on', async () => {
    const routes = routesOf(portal, ['GET'])
      .map((route) => route.slice('GET '.length))
      .filter((route) => route.startsWith(`${api}/`) && !route.endsWith('*'));
    expect(routes.length).toBeGreaterThan(15);
    const statuses = await Promise.all(
      routes.map(async (route) => {
        const path = route.slice(api.length).replaceAll(/:\w+/g, '500');
        return [route, (await ask(`${path}?resolution=1`)).statusCode] as const;
      }),
    );
    expect(statuses.filter(([, status]) => status === 403).map(([route]) => route)).toEqual([
      `${api}/gridded/FULL`,
    ]);
  });

  test('is denied by the gateway and the MCP server', async () => {
    const { authorization } = asDemo();
    expect(await verify(portal, authorization)).toMatchObject({ statusCode: 403, body: notAuthorized });
    const asked = await portal.browser().send({
      method: 'POST',
      url: mcpServer,
      headers: { ...asDemo(), 'x-client-id': minted.client_id, 'x-api-key': minted.token },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(asked.statusCode).toBe(403);
  });

  test('is denied after five minutes, without a token, or with a foreign token', async () => {
    const path = '/missions.json';
    const iat = Math.floor(portal.clock.now() / 1000);
    const forged = signToken(randomSecret(), { client_id: demoClientId, iat, exp: iat + 300 });
    for (const token of [forged, `${minted.token.slice(0, -2)}AA`, 'demo']) {
      const answer = await ask(path, asDemo({ ...minted, token }));
      expect([answer.statusCode, answer.body]).toEqual([403, notAuthorized]);
    }
    const nobody = await portal.browser().get(api + path);
    expect([nobody.statusCode, nobody.body]).toEqual([403, notAuthorized]);
    portal.clock.pass(299);
    expect((await ask(path)).statusCode).toBe(200);
    portal.clock.pass(1);
    expect((await ask(path)).statusCode).toBe(403);
  });

  test("can't use another client ID with the demo's token", async () => {
    const answer = await ask('/missions.json', asDemo({ ...minted, client_id: 'wbc_somebody' }));
    expect(answer.statusCode).toBe(403);
  });

  test('leaves nothing in the log but paths', async () => {
    const logged = portal.logLines.length;
    await ask('/points?coordinates=12.3456,65.4321&max_forecast_hour=0', asDemo(await mint(browser)));
    const lines = portal.logLines.slice(logged).join('');
    expect(lines).toContain(`${api}/points`);
    expect(lines).not.toContain('12.3456');
    expect(lines).not.toMatch(/eyJ|Basic /);
  });

  describe('beside other processes', () => {
    let other: TestPortal;
    afterEach(() => other.close());

    test('is accepted under every entry of SECRET_KEY', async () => {
      const { secretKeys } = portal.config;
      other = await startBeside(portal, { SECRET_KEY: [randomSecret(), ...secretKeys].join(',') });
      const missions = (headers: { authorization: string }) =>
        other.browser().get(`${api}/missions.json`, headers);
      expect((await missions(asDemo())).statusCode).toBe(200);
      const newer = await mint(await openBrowser(other));
      expect((await missions(asDemo(newer))).statusCode).toBe(200);
      expect((await ask('/missions.json', asDemo(newer))).statusCode).toBe(403);
    });

    test("gets an error code where the provider's own hosts serve the API", async () => {
      const hosts = { FORECASTS_API_URL: 'https://api.example/v1', DATA_API_URL: 'https://data.example/v1' };
      other = await startBeside(portal, hosts);
      const answer = await (await openBrowser(other)).post(calls.demoToken, {});
      expect([answer.statusCode, [answer.json().code]]).toEqual([422, demoCodes]);
    });
  });
});
