import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/urls.ts';
import {
  type Call,
  type GatewayEnvironment,
  type StartGateway,
  startGatewayEnvironment,
} from './gateway-environment.ts';
import { basic, createKey, freePath, notAuthorized, operatorOf, withSecret, withToken } from './keys.ts';
import { eventually } from './process.ts';
import { testApiPath } from './recipe-api-path.ts';
import { testConnections } from './recipe-connections.ts';
import { testOutages } from './recipe-outages.ts';
import { testSignInDiscovery } from './recipe-sign-in.ts';
import { testTwoPortals } from './recipe-two-portals.ts';

/** Differences between gateways. None lets anyone in, and `docs/gateway` documents each. */
export interface Differences {
  /** The gateway cannot pass the verifier's headers to the client of an allowed call. */
  hidesQuota?: boolean;
  /** Spellings that the gateway decodes before verifying and forwards decoded. */
  decodes?: string[];
  /** The gateway answers 502, 503 or 504 in its own words while the portal is down. */
  hasPlainErrors?: boolean;
  /** A connection that is opened during a reload may be reset. */
  resetsOnReload?: boolean;
}

/** Runs the guarantees of every recipe with the real gateway, the real portal and a test API. */
export function testRecipe(startGateway: StartGateway, differences: Differences = {}): void {
  const { hidesQuota = false, decodes = [], resetsOnReload = false } = differences;
  let environment: GatewayEnvironment;
  let portal: GatewayEnvironment['portal'];
  let browser: GatewayEnvironment['browser'];
  let free: GatewayEnvironment['free'];
  let paid: GatewayEnvironment['paid'];
  beforeAll(async () => {
    environment = await startGatewayEnvironment(startGateway);
    ({ portal, browser, free, paid } = environment);
  });
  afterAll(() => environment?.close());

  testConnections(() => environment);
  testSignInDiscovery(() => environment);
  testOutages(() => environment, differences);
  testApiPath(startGateway, differences);
  testTwoPortals(startGateway, differences);

  const call = (options: Partial<Call>) => environment.call(options);
  const by = (authorization: string, headers: Call['headers'] = {}) => ({
    headers: { authorization, ...headers },
  });

  test('an allowed call reaches the API unchanged, with the identity headers and without the secret', async () => {
    const path = `${freePath}?coordinates=51.5%2C-0.1&x=%2F`;
    for (const authorization of [withSecret(free), withToken(free, { iat: portal.clock.now() / 1000 })]) {
      const { answer, seen } = await call({ path, ...by(authorization) });
      expect([answer.status, answer.body, answer.headers['x-upstream']]).toEqual([
        200,
        'upstream says 200',
        'yes',
      ]);
      expect(seen).toHaveLength(1);
      expect([seen[0]!.method, seen[0]!.url]).toEqual(['GET', path]);
      expect(seen[0]!.headers).toMatchObject({
        'x-client-id': free.external_id,
        'x-key-id': free.id,
        'x-key-roles': 'guest',
      });
      expect(seen[0]!.headers).not.toHaveProperty('authorization');
    }
  });

  test.skipIf(hidesQuota)('the client gets the quota headers of the verifier, not of the API', async () => {
    const { answer } = await call(by(withSecret(free)));
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': expect.stringMatching(/^99\d$/),
      'x-ratelimit-reset': String((Math.floor(portal.clock.now() / 3_600_000) + 1) * 3600),
    });
  });

  test("a body reaches the API and not the verifier's answer", async () => {
    const { answer, seen } = await call({
      method: 'POST',
      path: '/api/v1/anything',
      body: 'x'.repeat(50_000),
      ...by(withSecret(paid)),
    });
    expect([answer.status, seen[0]?.method, seen[0]?.body.length]).toEqual([200, 'POST', 50_000]);
  });

  test.each<[string, () => Partial<Call>]>([
    ['no credentials', () => ({})],
    ['a wrong secret', () => by(basic(free.external_id, `wb_${'x'.repeat(32)}`))],
    ['a role too small', () => ({ path: '/api/v1/hdd', ...by(withSecret(free)) })],
    ['an unknown path', () => ({ path: '/api/v1/nothing', ...by(withSecret(free)) })],
    ['another method', () => ({ method: 'POST', body: 'x', ...by(withSecret(free)) })],
  ])('%s: 403 with the documented body, and the API gets no request', async (_, options) => {
    const { answer, seen } = await call(options());
    expect([answer.status, answer.body]).toEqual([403, notAuthorized]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(seen).toEqual([]);
  });

  const claims = () => ({
    'x-client-id': paid.external_id,
    'x-key-id': paid.id,
    'x-key-roles': 'host',
  });
  test('identity headers of the client are replaced, and are no credentials', async () => {
    const { seen } = await call(by(withSecret(free), claims()));
    expect(seen[0]!.headers).toMatchObject({
      'x-client-id': free.external_id,
      'x-key-id': free.id,
      'x-key-roles': 'guest',
    });
    const nobody = await call({ headers: claims() });
    expect([nobody.answer.status, nobody.seen]).toEqual([403, []]);
  });

  test.each([
    { 'x-original-uri': freePath, 'x-original-method': 'GET' },
    { 'x-forwarded-uri': freePath, 'x-forwarded-method': 'GET' },
    { 'x-original-uri': [freePath, '/api/v1/hdd'] },
    { 'x-forwarded-uri': [freePath, freePath], 'x-forwarded-method': ['GET', 'GET'] },
    { 'x-original-url': freePath, 'x-rewrite-url': freePath, 'x-http-method-override': 'GET' },
  ])('another path in the headers opens nothing, and the API does not see it: %j', async (forged) => {
    const refused = await call({ path: '/api/v1/hdd', ...by(withSecret(free), forged) });
    expect([refused.answer.status, refused.seen]).toEqual([403, []]);
    const theirs = Object.fromEntries(Object.keys(forged).map((name) => [name, '/api/v1/hdd']));
    const { answer, seen } = await call(by(withSecret(free), theirs));
    expect(answer.status).toBe(200);
    for (const name of ['x-original-uri', 'x-original-method', 'x-forwarded-uri', 'x-forwarded-method']) {
      expect(seen[0]!.headers).not.toHaveProperty(name);
    }
  });

  test('no other spelling of these headers reaches the API', async () => {
    const spellings = {
      ...{ x_client_id: paid.external_id, x_key_id: paid.id, x_key_roles: 'host' },
      ...{ x_original_uri: '/api/v1/hdd', x_forwarded_uri: '/api/v1/hdd' },
      ...{ 'x-original-url': '/api/v1/hdd', 'x-rewrite-url': '/api/v1/hdd' },
      'x-http-method-override': 'DELETE',
    };
    const { answer, seen } = await call(by(withSecret(free), spellings));
    // A gateway may refuse such a request as a whole.
    if (answer.status === 400) return expect(seen).toEqual([]);
    expect(answer.status).toBe(200);
    for (const name of Object.keys(spellings)) expect(seen[0]!.headers).not.toHaveProperty(name);
  });

  test("the gateway sets the client's address for the API, the verifier and the MCP server", async () => {
    const spoofed = '203.0.113.9';
    const headers = {
      'x-forwarded-for': [spoofed, `${spoofed}, ${spoofed}`],
      'x-real-ip': spoofed,
      forwarded: `for=${spoofed};proto=https`,
    };
    const asked = await call(by(withSecret(free), headers));
    expect(asked.answer.status).toBe(200);
    const mcp = await call({ path: '/mcp', headers });
    for (const seen of [asked.seen.map((request) => request.headers), asked.portalSeen, mcp.portalSeen]) {
      expect(seen).toHaveLength(1);
      expect(seen[0]).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
      expect(JSON.stringify(seen[0])).not.toContain(spoofed);
    }
  });

  test.each(['X-Client-Id', 'X-Key-Roles', 'x-key-id, X-CLIENT-ID'])(
    'a client cannot have the gateway take away who it is: Connection: %s',
    async (names) => {
      const { answer, seen } = await call(by(withSecret(free), { connection: `close, ${names}` }));
      expect(answer.status).toBe(200);
      expect(seen[0]!.headers).toMatchObject({
        'x-client-id': free.external_id,
        'x-key-id': free.id,
        'x-key-roles': 'guest',
      });
      // A server behind would take them away.
      expect(seen[0]!.headers.connection ?? '').not.toMatch(/x-/i);
    },
  );

  test.skipIf(hidesQuota)('the client gets all quota headers of the verifier', async () => {
    const verified = await portal.server.inject({
      url: `/gateway/verify${freePath}`,
      headers: { authorization: withSecret(free) },
    });
    const sent = Object.keys(verified.headers).filter((name) => /^(x-)?ratelimit/.test(name));
    expect(sent).toContain('x-ratelimit-limit');
    const { answer } = await call(by(withSecret(free)));
    for (const name of sent) expect([name, answer.headers[name]]).toEqual([name, expect.any(String)]);
    expect(String(answer.headers.ratelimit)).not.toContain('mine');
  });

  /** The recipes have the portal's host, which is this machine here. */
  const portalOrigin = 'https://localhost';
  test("the gateway answers a browser's preflight request, which has no key", async () => {
    const ask = (origin: string) =>
      call({
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      });
    const { answer, seen } = await ask(portalOrigin);
    expect([200, 204]).toContain(answer.status);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': portalOrigin,
      'access-control-allow-methods': expect.stringContaining('GET'),
      'access-control-allow-headers': expect.stringMatching(/authorization/i),
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(seen).toEqual([]);
    const elsewhere = await ask('https://evil.example');
    expect(elsewhere.answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(elsewhere.seen).toEqual([]);
    const without = await call({ method: 'OPTIONS' });
    expect([without.answer.status, without.seen]).toEqual([403, []]);
  });

  test('pages of the portal may read answers and refusals, other pages may not', async () => {
    const { answer } = await call(by(withSecret(free), { origin: portalOrigin }));
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, portalOrigin]);
    expect(answer.headers['access-control-expose-headers']).toMatch(/x-ratelimit-remaining/i);
    const refused = await call({ headers: { origin: portalOrigin } });
    expect([refused.answer.status, refused.answer.headers['access-control-allow-origin']]).toEqual([
      403,
      portalOrigin,
    ]);
    const other = await call(by(withSecret(free), { origin: 'https://evil.example' }));
    expect(other.answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    '/api/v1/points/../hdd',
    '/api/v1/points/%2e%2e/hdd',
    '/api/v1/points/..%2fhdd',
    '/api/v1/points%2f..%2fhdd',
    '/api/v1/x/../points',
    '//api/v1/hdd',
    '/api/v1//points',
    '/api/v1/points/',
    '/api/v1/%70oints',
    '/API/V1/points',
    '/api/v1/points;x',
    '/api/v1/points%00',
    '/other/../api/v1/hdd',
  ])('no spelling of a path gets a free key to the API: %s', async (path) => {
    const { answer, seen } = await call({ path, ...by(withSecret(free)) });
    if (decodes.includes(path)) return expect(seen.map(({ url }) => url)).toEqual([freePath]);
    expect([400, 403, 404]).toContain(answer.status);
    expect(seen).toEqual([]);
  });

  test.runIf(hidesQuota)("the API's own quota headers do not reach the client", async () => {
    const { answer } = await call(by(withSecret(free)));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.includes('ratelimit'))).toEqual([]);
  });

  test('two sets of credentials are none', async () => {
    const { answer, seen } = await call({ headers: { authorization: [withSecret(free), withSecret(paid)] } });
    expect([400, 403]).toContain(answer.status);
    expect(seen).toEqual([]);
  });

  test.each([
    '/gateway/verify',
    `/gateway/verify${freePath}`,
    '/_verify',
    '/gateway/verify/../../mcp',
    '/%67ateway/verify/%2e%2e/..%2fmcp',
    '/.well-known/../gateway/verify',
    '/.well-known/%2e%2e/gateway/verify',
    '/.well-known/..%2fgateway/verify',
    '/.well-known/x/..%2f..%2fgateway%2fverify',
  ])('the verifier cannot be asked from outside: %s', async (path) => {
    const { answer } = await call({ path, ...by(withSecret(paid)) });
    expect(answer.status).not.toBe(200);
    expect(answer.headers).not.toHaveProperty('x-client-id');
  });

  test.each([403, 404, 429, 500, 503])('a %i of the API itself comes through as it is', async (status) => {
    const { answer } = await call({ path: `/api/v1/status/${status}`, ...by(withSecret(paid)) });
    expect([answer.status, answer.body, answer.headers['x-upstream']]).toEqual([
      status,
      `upstream says ${status}`,
      'yes',
    ]);
  });

  test("over the quota: 429 with the time to wait, the quota and the verifier's message", async () => {
    const key = await createKey(browser);
    await operatorOf(portal).limit(key.external_id, '2');
    for (const left of ['1', '0']) {
      const { answer } = await call(by(withSecret(key)));
      expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([
        200,
        hidesQuota ? undefined : left,
      ]);
    }
    const { answer, seen } = await call(by(withSecret(key)));
    expect(answer.status).toBe(429);
    expect(JSON.parse(answer.body)).toEqual({
      error: 'Too many requests: this key may make 2 an hour',
      success: false,
    });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const reset = (Math.floor(portal.clock.now() / 3_600_000) + 1) * 3600;
    expect(answer.headers).toMatchObject({
      'retry-after': String(reset - portal.clock.now() / 1000),
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(reset),
    });
    expect(seen).toEqual([]);
  });

  test('a key that was deleted in the portal is refused here by the next request', async () => {
    const key = await createKey(browser);
    expect((await call(by(withSecret(key)))).answer.status).toBe(200);
    await browser.delete(calls.apiToken(key.id));
    expect((await call(by(withSecret(key)))).answer.status).toBe(403);
  });

  test('an assistant reaches the MCP server by its personal link', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const { answer } = await call({
      method: 'POST',
      path: `/mcp?${secret()}`,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('serverInfo');
  });

  const secret = () => `client_id=${free.external_id}&api_key=${free.token}`;
  test('the log names the path of /mcp and never its query, nor any secret', async () => {
    await call({ path: `/mcp?${secret()}`, headers: { referer: `http://x/mcp?${secret()}` } });
    await eventually(() => (environment.gateway.log().includes('/mcp') ? true : undefined), 5);
    expect(environment.gateway.log()).not.toContain(free.token);
    expect(environment.gateway.log()).not.toContain(withSecret(free).slice(6));
  });

  test('a new configuration costs no request', async ({ skip }) => {
    const { reload } = environment.gateway;
    if (!reload) return skip('this gateway has to be started anew');
    let isOver = false;
    const statuses = new Map<number, number>();
    const caller = async () => {
      while (!isOver) {
        const status = await call(by(withSecret(paid))).then(
          ({ answer }) => answer.status,
          (error: NodeJS.ErrnoException) => {
            if (!resetsOnReload || error.code !== 'ECONNRESET') throw error;
          },
        );
        if (status) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const callers = Promise.all(Array.from({ length: 4 }, caller));
    for (let times = 1; times <= 3; times++) {
      await reload();
      const answered = statuses.get(200) ?? 0;
      await eventually(() => (statuses.get(200) ?? 0) > answered + 20 || undefined);
    }
    isOver = true;
    await callers;
    expect([...statuses.keys()]).toEqual([200]);
  });
}
