import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import { type ApiCall, callApi } from '../../../src/web/api/call-api.ts';
import type { ApiIdentity } from '../../../src/web/api/identity.ts';
import { notifyUserChanged } from '../../../src/web/session/use-session.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { listen } from '../../helpers/raw-http.ts';

const demo: ApiIdentity = { kind: 'demo' };
const missions: ApiCall = { api: 'data', path: '/missions.json', query: [] };

describe.skipIf(engineMissing)('API calls from a page', () => {
  let portal: TestPortal;
  let origin: string;
  let browser: Browser;
  let key: CreatedApiToken;
  /** The addresses that were requested since the test began. */
  let asked: string[];
  beforeAll(async () => {
    portal = await startPortal();
    origin = `http://127.0.0.1:${await listen(portal)}`;
    browser = await portal.signUp();
    key = await createKey(browser);
  });
  afterAll(() => portal.close());

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: portal.clock.now() });
    asked = [];
    const fetch = globalThis.fetch;
    // A browser adds the page's address, its cookie and its meta tag.
    vi.stubGlobal('document', { querySelector: () => ({ content: browser.csrf }) });
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      asked.push(new URL(address, origin).pathname);
      const headers = new Headers(init.headers);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      if (init.credentials === 'same-origin') headers.set('Cookie', cookie);
      return fetch(new URL(address, origin), { ...init, headers });
    });
  });
  afterEach(() => {
    notifyUserChanged();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const site = (sandbox: 'both' | 'forecasts' = 'both') => {
    const api = `${origin}/api/v1`;
    return { hosts: { data: api, forecasts: api, mcp: origin }, sandbox };
  };
  const call = (wanted: ApiCall, identity: ApiIdentity = demo) => callApi(wanted, identity, { site: site() });
  const statusOf = async (wanted: ApiCall, identity: ApiIdentity = demo) => {
    const outcome = await call(wanted, identity);
    return outcome.ok ? outcome.value.status : outcome.code;
  };
  const mints = () => asked.filter((path) => path.endsWith('playground_token'));

  test('as a guest, with one token for many calls', async () => {
    const query: ApiCall['query'] = [
      ['coordinates', '40.7,-74;1,2'],
      ['max_forecast_hour', '1'],
    ];
    const points = await call({ api: 'forecasts', path: '/points', query });
    expect(points).toMatchObject({ ok: true, value: { status: 200, quota: { limit: 300_000 } } });
    const both = await Promise.all([statusOf(missions), statusOf(missions)]);
    expect(both).toEqual([200, 200]);
    expect(mints()).toEqual([calls.demoToken]);
  });

  test('at the configured host and nowhere else, whatever the values are', async () => {
    await statusOf({
      api: 'forecasts',
      path: '/points',
      query: [['coordinates', '1,2&x=y#/../@elsewhere.example']],
    });
    expect(asked.at(-1)).toBe('/api/v1/points');
  });

  test("with a person's own key and its access", async () => {
    const identity: ApiIdentity = { kind: 'key', id: key.id, name: key.name };
    const query: ApiCall['query'] = [
      ['coordinates', '1,2'],
      ['max_forecast_hour', '0'],
    ];
    expect(await statusOf({ api: 'forecasts', path: '/points', query }, identity)).toBe(200);
    expect(await statusOf(missions, identity)).toBe(403);
    expect(mints()).toEqual([calls.playgroundToken(key.id)]);
  });

  test('with a new token when the old one has less than half a minute left', async () => {
    const pass = (seconds: number) => {
      portal.clock.pass(seconds);
      vi.setSystemTime(portal.clock.now());
    };
    expect(await statusOf(missions)).toBe(200);
    pass(269);
    expect(await statusOf(missions)).toBe(200);
    expect(mints().length).toBe(1);
    pass(1);
    expect(await statusOf(missions)).toBe(200);
    expect(mints().length).toBe(2);
  });

  test('with a new token when the person has signed out', async () => {
    await statusOf(missions);
    notifyUserChanged();
    await statusOf(missions);
    expect(mints().length).toBe(2);
  });

  test('not at all without a token, with another try the next time', async () => {
    const identity: ApiIdentity = { kind: 'key', id: 'another', name: 'another' };
    expect([await statusOf(missions, identity), await statusOf(missions, identity)]).toEqual([
      'not-found',
      'not-found',
    ]);
    expect(asked.length).toBe(2);
  });

  test("never with the demo's token on a host of the provider", async () => {
    const outcome = await callApi(missions, demo, { site: site('forecasts') });
    expect(outcome).toMatchObject({ ok: false, code: 'no-demo' });
    expect(asked).toEqual([]);
  });
});
