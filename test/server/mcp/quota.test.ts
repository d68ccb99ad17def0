import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { listUsage } from '../../../src/keys/usage-store.ts';
import { api } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { withSecret } from '../../helpers/keys.ts';
import { eventually } from '../../helpers/process.ts';
import type { SentHeaders } from '../../helpers/raw-http.ts';
import { type Assistant, connect, eras, personalLink } from '../../mcp/assistant.ts';
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

  test('its hourly limit is the same one, and an error says when to try again; lists are free', async () => {
    const small = await portal.createKey();
    await portal.operator.limit(small.external_id, '20');
    const assistant = await connect(personalLink(portal.url, small), { era: 'earlier' });
    await eventually(async () => ((await limitOf(small)) === '20' ? true : undefined));
    for (let index = 0; index < 30; index++) expect((await post(linkQuery(small))).status).toBe(200);
    let allowed = 0;
    let refused = '';
    while (refused === '' && allowed < 30) {
      const { isError, text } = await assistant.call('get_point_forecast', { coordinates: '1,1' });
      if (isError) refused = text;
      else allowed++;
    }
    expect(allowed).toBeLessThan(20);
    expect(refused).toMatch(/^429 Too many requests: this key may make 20 an hour\./);
    expect(refused).toMatch(/Try again in \d+ minutes?, at 2026-03-14T16:00:00\+00:00 \(UTC\)\.$/);
    expect(await statusOf(small)).toBe(429);
    expect((await assistant.client.listTools()).tools.length).toBeGreaterThan(0);
    portal.clock.pass(3600);
    expect((await assistant.call('get_point_forecast', { coordinates: '1,1' })).isError).toBe(false);
    await assistant.close();
  });

  test('questions about the key and the documentation cost nothing and are answered at zero', async () => {
    const small = await portal.createKey();
    await portal.operator.limit(small.external_id, '3');
    await eventually(async () => ((await limitOf(small)) === '3' ? true : undefined));
    await eventually(async () => ((await statusOf(small)) === 429 ? true : undefined));
    const { client, call, close } = await connect(personalLink(portal.url, small));
    const status = await call('get_key_status');
    expect(status.isError).toBe(false);
    expect(status.data.requests).toMatchObject({ limit: 3, remaining: 0 });
    const [{ path }] = (await call('search_docs', { query: 'wind' })).data.results;
    expect((await call('read_docs_page', { path })).isError).toBe(false);
    const code = await call('get_code', { endpoint: '/api/v1/points', language: 'curl' });
    expect(code.isError).toBe(false);
    const { resources } = await client.listResources();
    expect((await client.readResource({ uri: resources[0]!.uri })).contents).toHaveLength(1);
    const [prompt] = (await client.listPrompts()).prompts;
    const ref = { type: 'ref/prompt' as const, name: prompt!.name };
    const asked = client.complete({ ref, argument: { name: 'state', value: 'New' } });
    expect((await asked).completion.values.length).toBeGreaterThan(0);
    expect((await call('get_point_forecast', { coordinates: '1,1' })).text).toMatch(/^429 /);
    await close();
  });

  test('such questions are limited to 600 a minute for a person, over all keys', async () => {
    const { db } = portal.database;
    const [key, other] = [await portal.createKey(), await portal.createKey()];
    const owner = db.selectFrom('api_keys').select('user_id').where('id', '=', key.id);
    await db.updateTable('api_keys').set({ user_id: owner, slot: 2 }).where('id', '=', other.id).execute();
    const [one, two] = [
      await connect(personalLink(portal.url, key)),
      await connect(personalLink(portal.url, other)),
    ];
    const ask = async ({ call }: Assistant) => (await call('search_docs', { query: 'wind' })).text;
    const refused =
      /^429 Too many key status and documentation calls\. The limit is 600 a minute per account\. Please try again in 1 minute\.$/;
    await ask(one);
    await db.updateTable('rate_limits').set({ used: 599 }).where('bucket', 'like', 'free-mcp%').execute();
    expect(await ask(two)).not.toMatch(/^429/);
    for (const assistant of [one, two, one]) expect(await ask(assistant)).toMatch(refused);
    const { resources } = await one.client.listResources();
    await expect(one.client.readResource({ uri: resources[0]!.uri })).rejects.toThrow(
      'Too many key status and documentation calls',
    );
    portal.clock.pass(61);
    for (const assistant of [one, two]) expect(await ask(assistant)).not.toMatch(/^429/);
    await Promise.all([one.close(), two.close()]);
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
    // The counts are written in batches, so the first may be stored before the last.
    const all = await eventually(async () => {
      const requests = (await listUsage(portal.database.db, [free.id], portal.clock.now()))[0]?.requests ?? 0;
      return requests >= 1 ? requests : undefined;
    });
    expect(all).toBe(1);
  });

  test('the log contains no key, but who was refused and why', async () => {
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
