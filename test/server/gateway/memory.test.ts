import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDenialCounter,
  createUsageCounter,
  type DenialCounter,
  type UsageCounter,
} from '../../../src/gateway/call-counters.ts';
import { DenialLog } from '../../../src/gateway/denial-log.ts';
import { accessRules, otherEndpoint, roleNames } from '../../../src/gateway/endpoints.ts';
import { installFastPath } from '../../../src/gateway/forward-auth.ts';
import { KeyCache } from '../../../src/gateway/key-cache.ts';
import { Quota } from '../../../src/gateway/quota.ts';
import { Verifier } from '../../../src/gateway/verifier.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { keyForms } from '../../../src/keys/key-format.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { gatewayVerify } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { basic, createKey, freePath, operatorOf, withSecret, withToken } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { rawRequest, type SentHeaders } from '../../helpers/raw-http.ts';

/** The server answers with this status alone, so it shows which requests were not answered from memory. */
const frameworkStatus = 418;

describe.skipIf(engineMissing)('a forward-auth request is answered from memory', () => {
  let portal: TestPortal;
  let server: Server;
  let keys: KeyCache;
  let quota: Quota;
  let usage: UsageCounter;
  let denials: DenialCounter;
  let verifier: Verifier;
  let key: CreatedApiToken;
  let peer = true;
  beforeAll(async () => {
    portal = await startPortal();
    const { db } = portal.database;
    const { now } = portal.clock;
    const log = createLog('fatal');
    const secrets = new Secrets(portal.config.secretKeys);
    keys = new KeyCache({ db, secrets, log });
    quota = new Quota({ db, secrets, processes: { count: 1 }, now });
    usage = createUsageCounter({ db, now, log });
    denials = createDenialCounter({ db, now, log });
    const { keys: keyPolicy } = portal.site;
    verifier = new Verifier({
      keys,
      quota,
      usage,
      denials,
      canCall: accessRules(keyPolicy),
      namesOf: roleNames(keyPolicy),
      secretForm: keyForms(keyPolicy.prefixes).secret,
      endpointOf: () => otherEndpoint,
      now,
    });
    key = await createKey(await portal.signUp(), { name: 'Barometer', expires_in_days: 30 });
    await operatorOf(portal).limit(key.external_id, '10000');
    server = createServer((_request, response) => response.writeHead(frameworkStatus).end());
    installFastPath(server, { verifier, denialLog: new DenialLog(log), isAllowedPeer: () => peer });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.close();
    await Promise.all([usage.flush(), denials.flush()]);
    await portal.close();
  });

  const call = { method: 'GET', path: freePath };
  const learn = () => verifier.verify({ clientId: key.external_id, password: key.token }, call);
  const ask = async (headers: SentHeaders = {}, more: { path?: string; body?: string } = {}) =>
    rawRequest((server.address() as AddressInfo).port, {
      path: gatewayVerify,
      headers: {
        authorization: withSecret(key),
        'x-original-method': 'GET',
        'x-original-uri': freePath,
        ...headers,
      },
      ...more,
    });

  test('if its URL can be decoded; otherwise the framework rejects it', async () => {
    const open = await createKey(await portal.signUp('opener@example.com'), { name: 'Opens all' });
    await operatorOf(portal).grant(open.external_id, 'all_access');
    const credentials = { clientId: open.external_id, password: open.token };
    await verifier.verify(credentials, { method: 'GET', path: '/api/v1/hdd' });
    const askAbout = async (path: string) => {
      const { port } = server.address() as AddressInfo;
      return (await rawRequest(port, { path, headers: { authorization: withSecret(open) } })).status;
    };
    expect(await askAbout(`${gatewayVerify}/api/v1/hdd%20`)).toBe(200);
    expect(await askAbout(`${gatewayVerify}/api/v1/hdd%zz`)).toBe(frameworkStatus);
  });

  test('if the key is cached, by secret and by token, and is counted like any other', async () => {
    const { headers } = await learn();
    const left = Number(headers['X-RateLimit-Remaining']);
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect(answer.headers).toMatchObject({
      'x-client-id': key.external_id,
      'x-key-id': key.id,
      'x-key-roles': 'guest',
      'x-ratelimit-limit': '10000',
      'x-ratelimit-remaining': String(left - 1),
      'cache-control': 'no-store',
      'content-length': '0',
    });
    expect((await ask({ authorization: withToken(key, { iat: portal.clock.now() / 1000 }) })).status).toBe(
      200,
    );
    await usage.flush();
    const { requests } = await portal.database.db
      .selectFrom('key_calls')
      .select('requests')
      .where('key_id', '=', key.id)
      .executeTakeFirstOrThrow();
    expect(Number(requests)).toBe(3);
  });

  test.each<[string, SentHeaders, { path?: string; body?: string }]>([
    ['a wrong secret', { authorization: basic('nobody', 'wb_1') }, {}],
    ['no credentials', { authorization: [] }, {}],
    ['another path than the free one', { 'x-original-uri': '/api/v1/hdd' }, {}],
    ['half a name of the request', { 'x-original-method': [] }, {}],
    ['two names that differ', { 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/api/v1/hdd' }, {}],
    ['a body', {}, { body: 'x' }],
    ['another address', {}, { path: '/gateway/other' }],
    ['an address that only begins like it', {}, { path: `${gatewayVerify}-all` }],
  ])('but not with %s', async (_, headers, more) => {
    await learn();
    expect((await ask(headers, more)).status).toBe(frameworkStatus);
    expect((await ask()).status).toBe(200);
  });

  test('but not for a peer that is not allowed', async () => {
    await learn();
    peer = false;
    expect((await ask()).status).toBe(frameworkStatus);
    peer = true;
  });

  test('but not after a key was invalidated here', async () => {
    await learn();
    keys.invalidateAll();
    expect((await ask()).status).toBe(frameworkStatus);
  });

  test('but not from a cache that is a second old', async () => {
    await learn();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await ask()).status).toBe(frameworkStatus);
  });

  test('but not beyond the limit', async () => {
    await operatorOf(portal).limit(key.external_id, '40');
    keys.invalidateAll();
    while ((await learn().catch(() => undefined)) !== undefined);
    expect((await ask()).status).toBe(frameworkStatus);
    await operatorOf(portal).limit(key.external_id, '10000');
  });

  test('but not when the key has expired', async () => {
    keys.invalidateAll();
    await learn();
    // The process knows the operator's change already, and keeps the key in memory afterwards.
    await keys.recheck();
    await learn();
    expect((await ask()).status).toBe(200);
    portal.clock.pass(31 * 24 * 3600);
    expect((await ask()).status).toBe(frameworkStatus);
  });
});
