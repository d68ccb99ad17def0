import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewayVerify } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, notAuthorized, startBeside, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('peers that may use the verifier', () => {
  let closed: TestPortal;
  let open: TestPortal;
  let authorization: string;
  beforeAll(async () => {
    closed = await startPortal({ TRUST_PROXY: '2' });
    open = await startBeside(closed, { GATEWAY_PEERS: '203.0.113.9, 2001:db8:0:0::5' });
    authorization = withSecret(await createKey(await closed.signUp()));
  });
  afterAll(async () => {
    await open.close();
    await closed.close();
  });

  const askFrom = (portal: TestPortal, remoteAddress: string, headers = {}) =>
    portal.server.inject({
      url: gatewayVerify,
      remoteAddress,
      headers: { authorization, 'x-original-method': 'GET', 'x-original-uri': freePath, ...headers },
    });

  test.each(['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1'])(
    'a gateway on the same machine: %s',
    async (address) => {
      expect((await askFrom(closed, address)).statusCode).toBe(200);
    },
  );

  test.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::5'])(
    'a gateway in GATEWAY_PEERS, and only then: %s',
    async (address) => {
      expect((await askFrom(open, address)).statusCode).toBe(200);
      expect((await askFrom(closed, address)).statusCode).toBe(403);
    },
  );

  test.each([
    {},
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '203.0.113.9, 127.0.0.1, ::1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
  ])('nobody else, whatever the headers say, even where proxies are trusted: %j', async (headers) => {
    for (const portal of [closed, open]) {
      const answer = await askFrom(portal, '198.51.100.77', headers);
      expect([answer.statusCode, answer.body]).toEqual([403, notAuthorized]);
    }
  });
});
