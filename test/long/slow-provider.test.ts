import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { api, status } from '../../src/urls.ts';
import { startHostileApi } from '../helpers/hostile-api.ts';
import { createKey, operatorOf } from '../helpers/keys.ts';
import { realContent, startPortal, type TestPortal } from '../helpers/portal.ts';
import { SlowProxy } from '../helpers/slow-proxy.ts';
import { connect, personalLink } from '../mcp/assistant.ts';

/** Longer than people like to wait, and shorter than the portal's timeout. */
const slowMs = 8000;
const limitMs = 20_000;

describe('the portal in front of a slow API', { timeout: 60_000 }, () => {
  let provider: TestPortal;
  let line: SlowProxy;
  let slowUrl: string;
  let key: CreatedApiToken;
  beforeAll(async () => {
    provider = await startPortal({}, undefined, realContent);
    await provider.server.listen({ port: 0, host: '127.0.0.1' });
    key = await createKey(await provider.signUp());
    await operatorOf(provider).grant(key.external_id, 'all_access');
    line = new SlowProxy((provider.server.server.address() as { port: number }).port);
    slowUrl = `http://127.0.0.1:${await line.open()}${api}`;
    line.delayMs = slowMs;
  });
  afterAll(async () => {
    await line.close();
    await provider.close();
  });

  const startBefore = async (url: string) => {
    const portal = await startPortal(
      {
        FORECASTS_API_URL: url,
        DATA_API_URL: url,
        SECRET_KEY: provider.config.secretKeys[0]!,
        DEMO_KEY: `${key.external_id}:${key.token}`,
      },
      { ...provider.database, close: async () => {} },
      realContent,
    );
    const own = await portal.server.listen({ port: 0, host: '127.0.0.1' });
    return { portal, assistant: await connect(personalLink(own, key)) };
  };
  const points = { coordinates: '42.36,-71.06', max_forecast_hour: 3 };

  test('answers an assistant after eight seconds, calls the API slow, and serves pages meanwhile', async () => {
    const { portal, assistant } = await startBefore(slowUrl);
    const answer = assistant.call('get_point_forecast', points);
    const told = portal.server.inject({ url: status });
    expect((await portal.server.inject({ url: '/' })).statusCode).toBe(200);
    expect((await answer).isError).toBe(false);
    expect((await told).json().forecasts.state).toBe('slow');
    await assistant.close();
    await portal.close();
  });

  test('gives an error after twenty seconds without an answer, for two hundred callers as for one', async () => {
    const silent = await startHostileApi();
    silent.behave('says nothing');
    const { portal, assistant } = await startBefore(silent.url);
    const beganMs = Date.now();
    const calls = Array.from({ length: 200 }, () => assistant.call('get_point_forecast', points));
    for (const { isError, text } of await Promise.all(calls))
      expect([isError, text]).toEqual([
        true,
        "The API isn't available (no answer within 20 seconds). Try again in a moment.",
      ]);
    expect(Date.now() - beganMs).toBeLessThan(limitMs + 5000);
    await assistant.close();
    await portal.close();
    await silent.close();
  });
});
