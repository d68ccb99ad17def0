import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, status, statusRunsFeed } from '../../../src/urls.ts';
import type { ApiStatus } from '../../../src/weather/status/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startHostileApi } from '../../helpers/hostile-api.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('the status of the API', () => {
  let portal: TestPortal;
  let half: TestPortal;
  let url: string;
  beforeAll(async () => {
    portal = await startPortal();
    url = (await portal.server.listen({ port: 0, host: '127.0.0.1' })) + api;
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
    const last = await ask(portal);
    expect(last.body).toBe(first.body);
    // A cache in front must not keep it for another minute.
    expect(last.headers['cache-control']).toBe('public, max-age=1');
    portal.clock.pass(1);
    expect((await ask(portal)).json<ApiStatus>().checked_at).toBe(new Date(portal.clock.now()).toISOString());
  });

  test("is requested with the operator's key if the API is the provider's", async () => {
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

  test('replaces a good verdict at the first failed check, and answers within five seconds if the API hangs', async () => {
    const key = await createKey(await portal.signUp('gust@example.com'));
    await operatorOf(portal).grant(key.external_id, 'all_access');
    const provider = await startHostileApi();
    provider.answerWith(async (request, response) => {
      const { authorization = '' } = request.headers;
      const answer = await fetch(url + request.url!.slice(api.length), { headers: { authorization } });
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
    });
    const checking = await startPortal({
      FORECASTS_API_URL: provider.url,
      DATA_API_URL: provider.url,
      DEMO_KEY: `${key.external_id}:${key.token}`,
    });
    const states = async () => {
      const { forecasts, observations } = (await ask(checking)).json<ApiStatus>();
      return [forecasts.state, observations.state];
    };
    try {
      expect(await states()).toEqual(['on time', 'on time']);
      provider.behave('fails with 500');
      checking.clock.pass(60);
      expect((await ask(checking)).json<ApiStatus>().observations).toEqual({
        state: 'down',
        why: "The API isn't available (status 500). Try again in a moment.",
      });
      provider.behave('hangs up');
      checking.clock.pass(60);
      expect(await states()).toEqual(['down', 'down']);
      provider.behave('says nothing');
      checking.clock.pass(60);
      const startMs = Date.now();
      expect((await ask(checking)).json<ApiStatus>().forecasts).toEqual({
        state: 'slow',
        why: "The API didn't answer within 4 seconds.",
      });
      expect(Date.now() - startMs).toBeLessThan(5000);
      provider.answerWith((_, response) => response.writeHead(403).end('{"error":"Not authorized"}'));
      checking.clock.pass(60);
      expect((await ask(checking)).json<ApiStatus>().forecasts).toEqual({
        state: 'unknown',
        why: 'The API refused the check with status 403.',
      });
    } finally {
      await checking.close();
      await provider.close();
    }
  });

  test('announces its runs in a feed, which has no answer while the API fails', async () => {
    const feed = (of: TestPortal) => of.server.inject({ url: statusRunsFeed });
    const { statusCode, headers, body } = await feed(portal);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect(body).toContain('UTC is complete</title>');
    const none = await feed(half);
    expect([none.statusCode, none.headers['retry-after']]).toEqual([503, '5']);
  });

  test('is unknown for an API without a key', async () => {
    expect((await ask(half)).json<ApiStatus>()).toMatchObject({
      forecasts: { state: 'unknown' },
      observations: { state: 'on time' },
    });
  });
});
