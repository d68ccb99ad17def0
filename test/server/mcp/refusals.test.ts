import { SdkHttpError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { api } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { signToken, withSecret, withToken } from '../../helpers/keys.ts';
import { eventually } from '../../helpers/process.ts';
import type { SentHeaders } from '../../helpers/raw-http.ts';
import { connect, eras, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';
import { linkQuery, postRaw } from '../../mcp/raw-call.ts';

describe.skipIf(engineMissing)('the MCP server refuses', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal({ PUBLIC_URL: 'https://portal.example' });
    key = await portal.createKey(allAccessRole);
  });
  afterAll(() => portal.close());

  const post = (query: string, headers: SentHeaders = {}, body?: string, method?: string) =>
    postRaw(portal.url, { query, headers, body, method });

  describe('a key that does not work, with 403, the documented words and a sentence that helps', () => {
    test.each<[string, () => [string, SentHeaders]]>([
      ['a wrong key', () => [`?client_id=${key.external_id}&api_key=wb_wrong`, {}]],
      ['an unknown client ID', () => [`?client_id=wbc_nobody&api_key=${key.token}`, {}]],
      ['half a pair', () => [`?client_id=${key.external_id}`, {}]],
      ['a pair given twice', () => [`${linkQuery(key)}&api_key=${key.token}`, {}]],
      ["another's client ID in a bearer", () => ['', { authorization: `Bearer wbc_nobody:${key.token}` }]],
      [
        'a token signed with another secret',
        () => {
          const claims = { client_id: key.external_id, iat: portal.clock.now() / 1000 };
          return ['', { authorization: `Bearer ${signToken('wb_other', claims)}` }];
        },
      ],
      [
        'a header given twice',
        () => ['', { 'x-client-id': key.external_id, 'x-api-key': [key.token, key.token] }],
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
      expect(refused.data.text).toContain('Send client_id and api_key');
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
    expect((await post(linkQuery(other))).status).toBe(200);
    await portal.operator.expire(other.external_id, '2026-03-14T15:00:00Z');
    await eventually(async () => ((await post(linkQuery(other))).status === 403 ? true : undefined));
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
    const answer = await post(linkQuery(key), { host });
    expect(answer.status).toBe(status);
    if (status === 403) expect(JSON.parse(answer.body).message).toContain('Host');
  });

  test.each(['https://portal.example', 'http://localhost:5173', 'https://evil.example', 'null'])(
    'no Origin, because no cookie counts here: %s',
    async (origin) => {
      const answer = await post(linkQuery(key), { host: 'localhost:3000', origin });
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      const elsewhere = await post(linkQuery(key), { host: 'evil.example', origin });
      expect(elsewhere.status).toBe(403);
    },
  );

  test('no preflight, which comes without a key', async () => {
    const sent = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    const answer = await post('', sent, '', 'OPTIONS');
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-methods']).toBe('GET, POST, DELETE');
    for (const name of ['Authorization', 'Content-Type', 'Mcp-Protocol-Version', 'Mcp-Session-Id'])
      expect(answer.headers['access-control-allow-headers']).toContain(name);
  });

  test('other methods, other types and what is no JSON, in the words of the protocol', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await post(linkQuery(key), {}, '', method);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    }
    expect((await post(linkQuery(key), { 'content-type': 'text/plain' })).status).toBe(415);
    const broken = await post(linkQuery(key), {}, '{"jsonrpc":');
    expect([broken.status, JSON.parse(broken.body).error.code]).toEqual([400, -32700]);
    expect((await post(linkQuery(key), {}, ' '.repeat(70_000))).status).toBe(413);
  });

  test('and says to the owner of a key why its calls were denied, and what to do', async () => {
    const free = await portal.createKey();
    const other = await portal.createKey();
    const assistant = await connect(personalLink(portal.url, free));
    const status = () => assistant.call('get_key_status');
    expect((await status()).text).toContain('No call with this key was denied in the last 30 days.');

    const call = (path: string, authorization: string) =>
      fetch(`${portal.url}${api}${path}`, { headers: { authorization } });
    const signedAt = (hoursAgo: number) =>
      withToken(free, { iat: portal.clock.now() / 1000 - hoursAgo * 3600 });
    const answers = [
      await call('/hdd?initialization_time=2026-03-14T00', withSecret(free)),
      await call('/points?coordinates=1,1', signedAt(3)),
      await call('/points?coordinates=1,1', signedAt(3)),
      await call('/points?coordinates=1,1', signedAt(-50)),
      await call('/points?coordinates=1,1', withSecret({ ...other, token: free.token })),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(403));
    const told = await eventually(async () => {
      const answer = await status();
      // Denials are written in batches, so the four of this key may arrive in parts.
      const counts: number[] = answer.data.denials.map(({ count }: { count: number }) => count);
      return counts.reduce((sum, count) => sum + count, 0) === 4 ? answer : undefined;
    });
    expect(told.data.denials).toEqual(
      expect.arrayContaining([
        {
          endpoint: '/api/v1/hdd',
          cause: 'This key has no access to GET /api/v1/hdd.',
          advice: 'Request all access to use that endpoint.',
          count: 1,
          last: expect.stringMatching(/^2026-03-14T.*\+00:00$/),
        },
        {
          endpoint: '/api/v1/points',
          // Denials of one cause are counted together, with the words for the last one.
          cause: 'The token was dated 2 days in the future.',
          advice: expect.stringContaining('A token works for 5 minutes.'),
          count: 3,
          last: expect.stringMatching(/^2026-03-14T.*\+00:00$/),
        },
      ]),
    );
    expect(told.text).toMatch(
      /- \/api\/v1\/points, 3 times, last at 2026-03-14T.*: The token was dated 2 days/,
    );
    expect(told.text.length).toBeLessThan(2500);
    await assistant.close();
  });

  test('a storm of calls with few records in the log, and the rest as a number', async () => {
    const free = await portal.createKey();
    const params = { name: 'get_observations', arguments: {} };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    portal.logLines.length = 0;
    await Promise.all(Array.from({ length: 60 }, () => post(linkQuery(free), {}, body)));
    const wrong = { ...free, token: 'wb_wrong' };
    await Promise.all(Array.from({ length: 60 }, () => post(linkQuery(wrong))));
    const records = () => portal.logLines.filter((line) => line.includes('"refused"'));
    expect(records().length).toBeLessThan(90);
    // Earlier tests may have used up the records of this second. Then only the number is logged, at its end.
    await eventually(() => records().length > 0 || undefined);
  });
});
