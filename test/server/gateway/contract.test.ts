import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { gatewayVerify } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, notAuthorized, operatorOf, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';
import { listen, rawRequest, type SentHeaders } from '../../helpers/raw-http.ts';

describe.skipIf(engineMissing)("a gateway's forward-auth request", () => {
  let portal: TestPortal;
  let port: number;
  let free: CreatedApiToken;
  let paid: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    port = await listen(portal);
    const browser = await portal.signUp();
    [free, paid] = [await createKey(browser), await createKey(browser)];
    await operatorOf(portal).grant(paid.external_id, 'all_access');
  });
  afterAll(() => portal.close());

  type Question = {
    method?: string;
    path?: string;
    headers?: SentHeaders;
    body?: Buffer;
    key?: CreatedApiToken;
  };
  const ask = ({ method = 'GET', path = '', headers = {}, body, key = free }: Question) =>
    rawRequest(port, {
      method,
      path: gatewayVerify + path,
      headers: { authorization: withSecret(key), ...headers },
      ...(body ? { body } : {}),
    });
  const original = (uri = freePath, method = 'GET') => ({
    'x-original-method': method,
    'x-original-uri': uri,
  });
  const forwarded = (uri = freePath, method = 'GET') => ({
    'x-forwarded-method': method,
    'x-forwarded-uri': uri,
  });

  test('is answered with 200, an empty body, and the identity in three headers', async () => {
    const answer = await ask({ headers: original() });
    expect([answer.status, answer.body, answer.headers['content-length']]).toEqual([200, '', '0']);
    expect(answer.headers).toMatchObject({
      'x-client-id': free.external_id,
      'x-key-id': free.id,
      'x-key-roles': 'guest',
      'x-ratelimit-limit': '1000',
      'cache-control': 'no-store',
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  describe('names the call', () => {
    test.each<[string, Question]>([
      ['by the path behind the address', { path: freePath }],
      ['by the path and a query of its own', { path: `${freePath}?coordinates=1,2` }],
      ['by X-Forwarded-*', { headers: forwarded() }],
      ['by X-Original-*', { headers: original() }],
      ['by X-Original-* with the query of the request', { headers: original(`${freePath}?coordinates=1,2`) }],
      ['by all three', { path: freePath, headers: { ...forwarded(), ...original() } }],
      [
        'by two, of which one leaves the query out',
        { path: freePath, headers: forwarded(`${freePath}?coordinates=1,2`) },
      ],
      [
        'with a query on the question itself, which is ignored',
        { path: '?path=/api/v1/hdd', headers: original() },
      ],
    ])('%s', async (_, question) => {
      expect((await ask(question)).status).toBe(200);
    });

    test.each<[string, Question]>([
      ['not at all', {}],
      ['with a query alone', { path: `?x=${freePath}` }],
      ['with a slash alone', { path: '/' }],
      ['by X-Forwarded-Uri alone', { headers: { 'x-forwarded-uri': freePath } }],
      ['by X-Forwarded-Method alone', { headers: { 'x-forwarded-method': 'GET' } }],
      ['by X-Original-URI alone', { headers: { 'x-original-uri': freePath } }],
      ['by halves of two', { headers: { 'x-original-uri': freePath, 'x-forwarded-method': 'GET' } }],
      ['by one and a half', { headers: { ...original(), 'x-forwarded-uri': freePath } }],
      ['by an empty header', { headers: original('') }],
      ['by a whole address', { headers: original(`http://127.0.0.1${freePath}`) }],
      ['by a path without a slash', { headers: original('api/v1/points') }],
      ['by two URIs that differ', { headers: { ...original(), ...forwarded('/api/v1/hdd') } }],
      ['by two that differ the other way round', { headers: { ...original('/api/v1/hdd'), ...forwarded() } }],
      ['by two methods that differ', { headers: { ...original(), ...forwarded(freePath, 'POST') } }],
      ['by a path and a header that differ', { path: freePath, headers: original('/api/v1/hdd') }],
      ['by its own method and a header that differ', { method: 'POST', path: freePath, headers: original() }],
      ['by the same header twice', { headers: { ...original(), 'x-original-uri': [freePath, freePath] } }],
      [
        'by the same header with two values',
        { headers: { ...original(), 'x-original-uri': [freePath, '/api/v1/hdd'] } },
      ],
      ['by a method twice', { headers: { ...forwarded(), 'x-forwarded-method': ['GET', 'GET'] } }],
    ])('%s: refused, for every role', async (_, question) => {
      for (const key of _.includes('slash alone') ? [free] : [free, paid]) {
        const answer = await ask({ ...question, key });
        expect([answer.status, answer.body]).toEqual([403, notAuthorized]);
      }
    });

    test.each([
      `http://127.0.0.1${gatewayVerify}${freePath}`,
      `/g%61teway/verify${freePath}`,
      `http://x${freePath}/gateway/verify`,
    ])('in no other spelling of the address: %s', async (path) => {
      for (const key of [free, paid]) {
        const headers = { authorization: withSecret(key), ...original() };
        expect([403, 404]).toContain((await rawRequest(port, { path, headers })).status);
      }
    });
  });

  test.each(METHODS.filter((method) => method !== 'CONNECT'))('may be asked by %s', async (method) => {
    const byHeader = await ask({ method, headers: original() });
    expect([byHeader.status, byHeader.body, byHeader.headers['x-client-id']]).toEqual([
      200,
      '',
      free.external_id,
    ]);
    const byPath = await ask({ method, path: '/anything', key: paid });
    expect([byPath.status, byPath.headers['x-key-roles']]).toEqual([200, 'host']);
  });

  describe('may carry the body of the call, which is ignored', () => {
    test.each([
      ['JSON', 'application/json', '{"x":1}'],
      ['broken JSON', 'application/json', '{"x'],
      ['a form', 'application/x-www-form-urlencoded', 'a=b'],
      ['no known type', 'nonsense', 'x'],
      ['an empty type', '', 'x'],
      ['2 MB', 'application/octet-stream', 'x'.repeat(2_000_000)],
    ])('%s', async (_, type, text) => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const headers = { ...original(), 'content-type': type };
        const answer = await ask({ method, headers, body: Buffer.from(text) });
        expect([answer.status, answer.body]).toEqual([200, '']);
      }
    });

    test('even none where a content type announces one', async () => {
      expect(
        (await ask({ method: 'POST', headers: { ...original(), 'content-type': 'application/json' } }))
          .status,
      ).toBe(200);
    });
  });

  test('identity headers from the client change nothing', async () => {
    const claimed = { 'x-client-id': paid.external_id, 'x-key-id': paid.id, 'x-key-roles': 'host' };
    const own = await ask({ headers: { ...original(), ...claimed } });
    expect([own.status, own.headers['x-client-id'], own.headers['x-key-roles']]).toEqual([
      200,
      free.external_id,
      'guest',
    ]);
    expect((await ask({ headers: { ...original('/api/v1/hdd'), ...claimed } })).status).toBe(403);
    const none = await rawRequest(port, { path: gatewayVerify, headers: { ...original(), ...claimed } });
    expect([none.status, none.body]).toEqual([403, notAuthorized]);
  });

  test('two sets of credentials are denied', async () => {
    for (const second of [free, paid]) {
      const headers = { ...original(), authorization: [withSecret(free), withSecret(second)] };
      expect((await rawRequest(port, { path: gatewayVerify, headers })).status).toBe(403);
      expect((await rawRequest(port, { path: `${freePath}?coordinates=1,2`, headers })).status).toBe(403);
    }
  });

  test('leaves one record of a denial and none of an allowed call', async () => {
    const records = async (headers: SentHeaders) => {
      portal.logLines.length = 0;
      await ask({ headers });
      const lines = portal.logLines.map((line) => JSON.parse(line));
      // Denials of the tests before this one, beyond the log limit of a second, may be logged meanwhile.
      const single = lines.filter(({ security }) => security && security.count === undefined);
      return single.map(({ reqId, security }) => ({ reqId, ...security }));
    };
    expect(await records(original())).toEqual([]);
    const refused = await eventually(async () => {
      const found = await records(original('/api/v1/hdd'));
      return found.length > 0 ? found : undefined;
    }, 5);
    expect(refused).toEqual([
      {
        reqId: expect.stringMatching(/^[0-9a-f]{24}$/),
        actor: 'anonymous',
        address: '127.0.0.1',
        event: 'request',
        outcome: 'refused',
        reason: '403 Not authorized',
        target: gatewayVerify,
      },
    ]);
  });
});
