import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { listUsage } from '../../../src/keys/usage-store.ts';
import { api } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { withSecret } from '../../helpers/keys.ts';
import { eventually } from '../../helpers/process.ts';
import type { SentHeaders } from '../../helpers/raw-http.ts';
import { connect, eras, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';
import { linkQuery, postRaw } from '../../mcp/raw-call.ts';

describe.skipIf(engineMissing)('a tool call is a call of the API', () => {
  let portal: DocumentedPortal;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
  });
  afterAll(() => portal.close());

  const post = (query: string, headers: SentHeaders = {}, body?: string) =>
    postRaw(portal.url, { query, headers, body });

  test('its hourly limit is the same one, and a refusal says when to try again; lists are free', async () => {
    const small = await portal.createKey();
    await portal.operator.limit(small.external_id, '20');
    const assistant = await connect(personalLink(portal.url, small), { era: 'earlier' });
    await eventually(async () => ((await limitOf(small)) === '20' ? true : undefined));
    for (let index = 0; index < 30; index++) expect((await post(linkQuery(small))).status).toBe(200);
    let allowed = 0;
    let refused = '';
    while (refused === '' && allowed < 30) {
      const { isError, text } = await assistant.call('search_docs', { query: 'wind' });
      if (isError) refused = text;
      else allowed++;
    }
    expect(allowed).toBeLessThan(20);
    expect(refused).toMatch(/^429 Too many requests: this key may make 20 an hour\./);
    expect(refused).toContain('try again at 2026-03-14T16:00:00+00:00 (UTC)');
    expect(await statusOf(small)).toBe(429);
    expect((await assistant.client.listTools()).tools.length).toBeGreaterThan(0);
    portal.clock.pass(3600);
    expect((await assistant.call('search_docs', { query: 'wind' })).isError).toBe(false);
    await assistant.close();
  });

  const askPoints = (asked: CreatedApiToken) =>
    fetch(`${portal.url}${api}/points?coordinates=1,1&max_forecast_hour=1`, {
      headers: { authorization: withSecret(asked) },
    });
  const limitOf = async (asked: CreatedApiToken) => (await askPoints(asked)).headers.get('x-ratelimit-limit');
  const statusOf = async (asked: CreatedApiToken) => (await askPoints(asked)).status;

  test('it counts as usage, unless it is refused for its role', async () => {
    const free = await portal.createKey();
    const assistant = await connect(personalLink(portal.url, free));
    await assistant.client.listTools();
    await assistant.call('get_flying_missions');
    await assistant.call('search_docs', { query: 'wind' });
    await assistant.call('get_point_forecast', { coordinates: 'nowhere' });
    await assistant.close();
    // The counts are written now and then: the first of them may be there before the last.
    const all = await eventually(async () => {
      const requests = (await listUsage(portal.database.db, [free.id], portal.clock.now()))[0]?.requests ?? 0;
      return requests >= 2 ? requests : undefined;
    });
    expect(all).toBe(2);
  });

  test('the log holds no key, but who was refused and why', async () => {
    const free = await portal.createKey();
    for (const era of eras) {
      const assistant = await connect(personalLink(portal.url, free), { era });
      await assistant.call('get_point_forecast', { coordinates: '1,1' });
      await assistant.call('get_launch_site', { mission_id: 'W-5890' });
      await assistant.close();
    }
    await post('', {
      'x-client-id': free.external_id,
      'x-api-key': free.token,
      'mcp-protocol-version': '1999-01-01',
    });
    await post(linkQuery(free), { authorization: withSecret(free), 'mcp-method': 'x' }, '[]');
    await post(`?client_id=${free.external_id}&api_key=${free.token}x`);
    const log = portal.logLines.join('');
    expect(log).not.toContain(free.token);
    expect(log).not.toContain(withSecret(free).slice(6));
    expect(log).not.toContain('api_key');
    const refusals = portal.logLines.map((line) => JSON.parse(line)).filter((line) => line.security);
    expect(refusals.map(({ security }) => security)).toContainEqual(
      expect.objectContaining({
        event: 'mcp tool',
        outcome: 'refused',
        actor: free.id,
        target: 'get_launch_site',
        reason: '403 Not authorized',
      }),
    );
  });
});
