import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, status } from '../../../src/urls.ts';
import type { ApiStatus } from '../../../src/weather/status/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('the status of the API', () => {
  let portal: TestPortal;
  let half: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
    half = await startPortal({ FORECASTS_API_URL: 'https://forecasts.example/api/v1' });
  });
  afterAll(() => Promise.all([portal.close(), half.close()]));

  const ask = (of: TestPortal) => of.server.inject({ url: status });

  test('is public and requested once a minute, whatever the number of visitors', async () => {
    const [first, second] = await Promise.all([ask(portal), ask(portal)]);
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('public, max-age=60');
    expect(second.body).toBe(first.body);
    expect(first.json<ApiStatus>()).toMatchObject({
      checked_at: new Date(portal.clock.now()).toISOString(),
      forecasts: { state: 'on time' },
      observations: { state: 'on time' },
    });
    portal.clock.pass(59);
    expect((await ask(portal)).body).toBe(first.body);
    portal.clock.pass(1);
    expect((await ask(portal)).json<ApiStatus>().checked_at).toBe(new Date(portal.clock.now()).toISOString());
  });

  test("is requested with the operator's key if the API is the provider's", async () => {
    const url = (await portal.server.listen({ port: 0, host: '127.0.0.1' })) + api;
    const key = await createKey(await portal.signUp());
    await operatorOf(portal).grant(key.external_id, 'all_access');
    const asking = await startPortal({
      FORECASTS_API_URL: url,
      DATA_API_URL: url,
      DEMO_KEY: `${key.external_id}:${key.token}`,
    });
    try {
      expect((await ask(asking)).json<ApiStatus>()).toMatchObject({
        forecasts: { state: 'on time' },
        observations: { missions_flying: expect.any(Number) },
      });
      expect(asking.logLines.join()).not.toContain(key.token);
    } finally {
      await asking.close();
    }
  });

  test('is unknown for an API without a key', async () => {
    expect((await ask(half)).json<ApiStatus>()).toMatchObject({
      forecasts: { state: 'unknown' },
      observations: { state: 'on time' },
    });
  });
});
