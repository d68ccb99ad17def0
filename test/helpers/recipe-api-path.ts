import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GatewayEnvironment,
  type StartGateway,
  startGatewayEnvironment,
} from './gateway-environment.ts';
import { notAuthorized, withSecret } from './keys.ts';
import type { Differences } from './recipe-tests.ts';

const apiPath = '/v2';

/** The recipe with another path on its one line about that. */
export function testApiPath(startGateway: StartGateway, { decodes = [] }: Differences): void {
  describe(`with the API under ${apiPath}`, () => {
    let current: GatewayEnvironment;
    beforeAll(async () => {
      const url = `https://api.example.com${apiPath}`;
      const env = { FORECASTS_API_URL: url, DATA_API_URL: url };
      current = await startGatewayEnvironment(startGateway, { env, apiPath });
    });
    afterAll(() => current?.close());

    const call = (path: string, key?: 'free' | 'paid') =>
      current.call({ path, headers: key ? { authorization: withSecret(current[key]) } : {} });

    test('an allowed call reaches the API unchanged, with the identity headers and without the secret', async () => {
      const path = `${apiPath}/points?coordinates=51.5%2C-0.1`;
      const { answer, seen } = await call(path, 'free');
      expect([answer.status, seen.map(({ url }) => url)]).toEqual([200, [path]]);
      expect(seen[0]!.headers).toMatchObject({
        'x-client-id': current.free.external_id,
        'x-key-roles': 'guest',
      });
      expect(seen[0]!.headers).not.toHaveProperty('authorization');
      expect((await call(`${apiPath}/hdd`, 'paid')).answer.status).toBe(200);
    });

    test.each([`${apiPath}/points`, `${apiPath}/hdd`])(
      'a call without a key is refused: %s',
      async (path) => {
        const { answer, seen } = await call(path);
        expect([answer.status, answer.body, seen]).toEqual([403, notAuthorized, []]);
      },
    );

    test.each([
      `${apiPath}/hdd`,
      `${apiPath}/points/../hdd`,
      `${apiPath}/points/%2e%2e/hdd`,
      `${apiPath}/%70oints`,
      `${apiPath}//points`,
      '/V2/points',
      '//v2/hdd',
    ])('no spelling of a path gets a free key to the API: %s', async (path) => {
      const { answer, seen } = await call(path, 'free');
      if (decodes.includes(path)) return expect(seen.map(({ url }) => url)).toEqual([`${apiPath}/points`]);
      expect([400, 403, 404]).toContain(answer.status);
      expect(seen).toEqual([]);
    });

    test.each(['/api/v1/points', '/v20/points', '/v2', '/'])(
      'nothing else reaches the API, with any key: %s',
      async (path) => {
        const { answer, seen } = await call(path, 'paid');
        // nginx redirects the path without its last slash to the one with it.
        expect(path === apiPath ? [301, 404] : [404]).toContain(answer.status);
        expect(seen).toEqual([]);
      },
    );

    test('it has preflight answers, and /mcp is still there', async () => {
      const { answer, seen } = await current.call({
        method: 'OPTIONS',
        headers: { origin: 'https://localhost', 'access-control-request-method': 'GET' },
      });
      expect([200, 204]).toContain(answer.status);
      expect([answer.headers['access-control-allow-origin'], seen]).toEqual(['https://localhost', []]);
      const { portalSeen } = await call('/mcp');
      expect(portalSeen).toHaveLength(1);
    });
  });
}
