import { request as httpRequest } from 'node:http';
import { SdkHttpError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../src/keys/contract.ts';
import { api, mcpServer } from '../../src/urls.ts';
import { engineMissing } from '../helpers/database.ts';
import { withSecret } from '../helpers/keys.ts';
import { eventually } from '../helpers/process.ts';
import { connect, eras, personalLink } from '../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../mcp/documented-portal.ts';

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describe.skipIf(engineMissing)('the MCP server refuses', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal({ PUBLIC_URL: 'https://portal.example' });
    key = await portal.createKey(allAccessRole);
  });
  afterAll(() => portal.close());

  /** Not by fetch, which does not let a caller choose Host. */
  function post(
    query: string,
    headers: Record<string, string | string[]> = {},
    body: string = JSON.stringify(listTools),
    method = 'POST',
  ): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        `${portal.url}${mcpServer}${query}`,
        {
          method,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
        },
        async (answer) => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk);
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            body: String(Buffer.concat(chunks)),
          });
        },
      );
      sent.on('error', reject);
      sent.end(method === 'POST' ? body : undefined);
    });
  }
  const link = ({ external_id, token }: CreatedApiToken) => `?client_id=${external_id}&api_key=${token}`;

  describe('with 403, the documented words and a sentence that helps, never 401', () => {
    test.each([
      ['nobody', () => ['', {}] as const],
      ['a wrong key', () => [`?client_id=${key.external_id}&api_key=wb_wrong`, {}] as const],
      ['an unknown client id', () => [`?client_id=wbc_nobody&api_key=${key.token}`, {}] as const],
      ['half a pair', () => [`?client_id=${key.external_id}`, {}] as const],
      ['a pair given twice', () => [`${link(key)}&api_key=${key.token}`, {}] as const],
      ['a bearer token', () => ['', { authorization: `Bearer ${key.token}` }] as const],
      [
        'a header given twice',
        () => ['', { 'x-client-id': key.external_id, 'x-api-key': [key.token, key.token] }] as const,
      ],
    ])('%s', async (_, given) => {
      const [query, headers] = given();
      const answer = await post(query, headers);
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body)).toEqual({
        error: 'Not authorized',
        success: false,
        message: expect.stringContaining('https://portal.example/docs/api-keys'),
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    test.each(eras)('and the client of the revision %s shows the sentence', async (era) => {
      const wrong = { ...key, token: 'wb_wrong' };
      const refused = await connect(personalLink(portal.url, wrong), { era }).catch((error) => error);
      expect(refused).toBeInstanceOf(SdkHttpError);
      expect(refused.status).toBe(403);
      expect(refused.data.text).toContain('Give client_id and api_key');
    });
  });

  test('a deleted and an expired key, from the next call on', async () => {
    const gone = await portal.createKey(allAccessRole);
    const assistant = await connect(personalLink(portal.url, gone));
    await assistant.call('get_flying_missions');
    await portal.operator.revoke(gone.external_id);
    await eventually(() =>
      assistant.client.listTools({}, { cacheMode: 'bypass' }).then(() => undefined, String),
    );
    await expect(assistant.call('get_flying_missions')).rejects.toThrow('Not authorized');
    await assistant.close();

    const other = await portal.createKey();
    expect((await post(link(other))).status).toBe(200);
    await portal.operator.expire(other.external_id, '2026-03-14T15:00:00Z');
    await eventually(async () => ((await post(link(other))).status === 403 ? true : undefined));
  });

  test.each([
    ['portal.example', 200],
    ['portal.example:443', 200],
    ['localhost:3000', 200],
    ['127.0.0.1', 200],
    ['[::1]:3000', 200],
    ['evil.example', 403],
    ['portal.example.evil.example', 403],
    ['localhost.evil.example:3000', 403],
    ['169.254.169.254', 403],
  ])('Host %s: %i', async (host, status) => {
    const answer = await post(link(key), { host });
    expect(answer.status).toBe(status);
    if (status === 403) expect(JSON.parse(answer.body).message).toContain('Host');
  });

  test.each([
    ['https://portal.example', 200],
    ['http://localhost:3000', 200],
    ['http://portal.example', 403],
    ['http://localhost:5173', 403],
    ['https://evil.example', 403],
    ['null', 403],
    ['', 403],
  ])('Origin %s on localhost:3000: %i', async (origin, status) => {
    const answer = await post(link(key), { host: 'localhost:3000', origin });
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'Not authorized', success: false });
  });

  test('other methods, other types and what is no JSON, in the words of the protocol', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await post(link(key), {}, '', method);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    }
    expect((await post(link(key), { 'content-type': 'text/plain' })).status).toBe(415);
    const broken = await post(link(key), {}, '{"jsonrpc":');
    expect([broken.status, JSON.parse(broken.body).error.code]).toEqual([400, -32700]);
    expect((await post(link(key), {}, ' '.repeat(70_000))).status).toBe(413);
  });

  test('calls above the hourly limit, by telling when to try again; API and tools share it, lists are free', async () => {
    const small = await portal.createKey();
    await portal.operator.limit(small.external_id, '20');
    const assistant = await connect(personalLink(portal.url, small), { era: 'earlier' });
    await eventually(async () => ((await limitOf(small)) === '20' ? true : undefined));
    for (let index = 0; index < 30; index++) expect((await post(link(small))).status).toBe(200);
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

  test('a tool call counts as usage, one that is refused for its role does not', async () => {
    const free = await portal.createKey();
    const assistant = await connect(personalLink(portal.url, free));
    await assistant.client.listTools();
    await assistant.call('search_docs', { query: 'wind' });
    await assistant.call('get_point_forecast', { coordinates: 'nowhere' });
    await assistant.call('get_flying_missions');
    await assistant.close();
    const used = () =>
      portal.database.db
        .selectFrom('key_usage')
        .select('requests')
        .where('key_id', '=', free.id)
        .executeTakeFirst();
    await eventually(used);
    expect((await used())?.requests).toBe(2);
  });

  test('and writes no key into the log, but who was refused and why', async () => {
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
    await post(link(free), { authorization: withSecret(free), 'mcp-method': 'x' }, '[]');
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
