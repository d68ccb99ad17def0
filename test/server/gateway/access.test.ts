import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { gatewayVerify } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, notAuthorized, operatorOf, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { listen, rawRequest } from '../../helpers/raw-http.ts';

describe.skipIf(engineMissing)('what a key can call', () => {
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

  const call = (key: CreatedApiToken, path: string, method = 'GET') =>
    rawRequest(port, { method, path, headers: { authorization: withSecret(key) } });

  test('a free key can call the point forecast', async () => {
    expect((await verify(portal, withSecret(free))).statusCode).toBe(200);
    expect((await verify(portal, withSecret(free), { method: 'HEAD' })).statusCode).toBe(200);
    expect((await verify(portal, withSecret(free), { path: `${freePath}?coordinates=1,2` })).statusCode).toBe(
      200,
    );
    expect((await call(free, `${freePath}?coordinates=51.5,-0.1`)).status).toBe(200);
  });

  test.each([
    '/api/v1/observations.json',
    '/api/v1/super_observations.json',
    '/api/v1/missions.json',
    '/api/v1/initialization_times.json',
    '/api/v1/gridded/temperature_2m',
    '/api/v1/hdd',
    '/api/v1/tropical_cyclones',
    '/api/v1/constants/land_mask',
    '/api/v1/no-such-endpoint',
    '/api/v1/points.json',
    '/api/v1/pointsx',
    '/api/v1/',
  ])('a free key does not open %s', async (path) => {
    const asked = await verify(portal, withSecret(free), { path });
    expect([asked.statusCode, asked.body]).toEqual([403, notAuthorized]);
    const called = await call(free, path);
    expect([called.status, called.body]).toEqual([403, notAuthorized]);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get', 'PROPFIND'])(
    'a free key does not open the point forecast by %s',
    async (method) => {
      const asked = await verify(portal, withSecret(free), { method });
      expect([asked.statusCode, asked.body]).toEqual([403, notAuthorized]);
    },
  );

  const tricks = [
    '//api/v1/points',
    '/api//v1/points',
    '/api/v1//points',
    '/api/v1/./points',
    '/./api/v1/points',
    '/api/v1/x/../points',
    '/api/v1/points/../observations.json',
    '/api/v1/points/..%2fobservations.json',
    '/api/v1/points/%2e%2e/observations.json',
    '/api/v1/points%2f..%2fobservations.json',
    '/api/v1/points/%252e%252e/observations.json',
    '/api/v1%2Fpoints',
    '/api%2fv1%2fpoints',
    '/api/v1/%70oints',
    '/api/v1/point%73',
    '/api/v1/%2570oints',
    '/api/v1/POINTS',
    '/API/v1/points',
    '/api/v1/points/',
    '/api/v1/points/x',
    '/api/v1/points;x',
    '/api/v1/points;x=/../observations.json',
    '/api/v1/points%00',
    '/api/v1/points%20',
    '/api/v1/points%3Fx',
    '/api/v1/points%23',
    '/api/v1/points\\..\\observations.json',
    'http://127.0.0.1/api/v1/points',
    'http://127.0.0.1/api/v1/observations.json',
    'https://api.example/api/v1/points',
    'api/v1/points',
    '*',
  ];
  test.each(tricks)('no other spelling works with a free key: %s', async (path) => {
    const asked = await verify(portal, withSecret(free), { path });
    expect([asked.statusCode, asked.body]).toEqual([403, notAuthorized]);
    const called = await call(free, `${path}?coordinates=51.5,-0.1`);
    expect([400, 403, 404]).toContain(called.status);
    expect(called.body).not.toContain('temperature_2m');
  });

  test.each(tricks.filter((path) => path.startsWith('/')))(
    'nor when the gateway puts the path behind the address: %s',
    async (path) => {
      const answer = await call(free, gatewayVerify + path);
      expect([answer.status, answer.body]).toEqual([403, notAuthorized]);
    },
  );

  test('for all_access an unknown path is not found', async () => {
    for (const path of ['/api/v1/no-such-endpoint', '/api/v1/points/', '/api/v1/pointsx']) {
      const answer = await call(paid, path);
      expect([answer.status, JSON.parse(answer.body).success]).toEqual([404, false]);
    }
    expect((await verify(portal, withSecret(paid), { path: '/api/v1/no-such-endpoint' })).statusCode).toBe(
      200,
    );
  });

  test('all_access can call everything', async () => {
    for (const path of [
      `${freePath}?coordinates=51.5,-0.1`,
      '/api/v1/missions.json',
      '/api/v1/initialization_times.json',
    ]) {
      expect((await call(paid, path)).status).toBe(200);
    }
    expect((await verify(portal, withSecret(paid), { method: 'DELETE', path: '/api/v2/x' })).statusCode).toBe(
      200,
    );
  });

  test('without credentials an unknown path is denied like any other', async () => {
    const answer = await rawRequest(port, { path: '/api/v1/no-such-endpoint' });
    expect([answer.status, answer.body]).toEqual([403, notAuthorized]);
  });
});
