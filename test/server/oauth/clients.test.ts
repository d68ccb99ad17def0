import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthorizationRequests } from '../../../src/oauth/authorization-requests.ts';
import { ClientDocuments } from '../../../src/oauth/client-documents.ts';
import { createClients } from '../../../src/oauth/clients.ts';
import { permissionOf } from '../../../src/oauth/contract.ts';
import { RateLimits } from '../../../src/platform/rate-limits.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { mcpServer, oauth, pages } from '../../../src/urls.ts';
import { openBrowser, refusalCodeOf } from '../../helpers/account-steps.ts';
import {
  appRequest,
  callback,
  decide,
  openRequest,
  register,
  registerApp,
  seeRequest,
} from '../../helpers/app-consent.ts';
import { connectApp, personOf } from '../../helpers/connected-app.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type DocumentHost, startDocumentHost } from '../../helpers/document-host.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';

const publicUrl = 'https://portal.example';
const day = 24 * 3600;

describe.skipIf(engineMissing)('apps that may ask for access', () => {
  let portal: TestPortal;
  let host: DocumentHost;
  beforeAll(async () => {
    host = await startDocumentHost();
    portal = await startPortal({ PUBLIC_URL: publicUrl }, undefined, realContent, host);
  });
  afterAll(async () => {
    await portal.close();
    await host.close();
  });

  const errorOf = (answer: Awaited<ReturnType<typeof register>>) => [answer.statusCode, answer.json().error];
  const listClients = () => portal.database.db.selectFrom('oauth_clients').selectAll().execute();

  describe('find out where to sign in', () => {
    test.each([oauth.protectedResource, oauth.protectedResource + mcpServer])('%s', async (url) => {
      const answer = await portal.server.inject({ url, headers: { origin: 'https://app.example' } });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.json()).toEqual({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [publicUrl],
        scopes_supported: ['weather:read'],
        bearer_methods_supported: ['header'],
        resource_name: 'WindBorne MCP server',
        resource_documentation: publicUrl + pages.mcp,
      });
    });

    test(oauth.authorizationServer, async () => {
      const answer = await portal.server.inject({ url: oauth.authorizationServer });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.json()).toEqual({
        issuer: publicUrl,
        authorization_endpoint: `${publicUrl}/oauth/authorize`,
        token_endpoint: `${publicUrl}/oauth/token`,
        revocation_endpoint: `${publicUrl}/oauth/revoke`,
        registration_endpoint: `${publicUrl}/oauth/register`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        scopes_supported: ['weather:read', 'offline_access'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        service_documentation: publicUrl + pages.mcp,
      });
    });

    test('from a page of another origin, which asks first because it sends a header', async () => {
      for (const [url, method] of [
        [oauth.authorizationServer, 'GET'],
        [oauth.protectedResource, 'GET'],
        [oauth.register, 'POST'],
      ] as const) {
        const answer = await portal.server.inject({
          method: 'OPTIONS',
          url,
          headers: { origin: 'https://app.example', 'access-control-request-method': method },
        });
        expect(answer.statusCode).toBe(204);
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': method,
          'access-control-allow-headers': expect.stringMatching(/mcp-protocol-version/i),
        });
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
    });

    test('but not where the MCP server is another one', async () => {
      const elsewhere = await startPortal({ MCP_URL: 'https://mcp.example' }, portal.database, realContent);
      const browser = await openBrowser(elsewhere);
      for (const url of [oauth.protectedResource, oauth.authorizationServer, oauth.authorize])
        expect([url, (await browser.get(url)).statusCode]).toEqual([url, 404]);
      expect((await register(elsewhere, { redirect_uris: [callback] })).statusCode).toBe(404);
      expect((await openRequest(browser, appRequest(elsewhere, 'app_x').query)).statusCode).toBe(404);
      await elsewhere.server.close();
    });
  });

  describe('register themselves', () => {
    test('and get what they can use instead of what they asked for, without empty fields', async () => {
      const answer = await register(portal, {
        client_name: 'Cursor',
        client_uri: null,
        redirect_uris: [
          'http://localhost:8787/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'cursor://anysphere.cursor-mcp/oauth/callback',
        ],
        grant_types: ['authorization_code', 'refresh_token', 'implicit'],
        token_endpoint_auth_method: 'client_secret_basic',
        scope: 'everything',
      });
      expect(answer.statusCode).toBe(201);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
      expect(answer.json()).toEqual({
        client_id: expect.stringMatching(/^app_[0-9a-f]{24}$/),
        client_id_issued_at: Math.floor(portal.clock.now() / 1000),
        client_name: 'Cursor',
        redirect_uris: ['http://localhost:8787/callback', 'https://www.cursor.com/agents/mcp/oauth/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'weather:read offline_access',
      });
    });

    test('even without a name', async () => {
      const answer = await register(portal, { redirect_uris: [callback], client_name: null });
      expect(Object.keys(answer.json())).not.toContain('client_name');
    });

    test.each([
      ['invalid_client_metadata', null],
      ['invalid_client_metadata', []],
      ['invalid_client_metadata', { redirect_uris: callback }],
      ['invalid_client_metadata', {}],
      ['invalid_redirect_uri', { redirect_uris: [] }],
      ['invalid_redirect_uri', { redirect_uris: [null, 7, 'javascript:alert(1)', 'http://app.example/'] }],
      ['invalid_request', { redirect_uris: [callback], padding: 'x'.repeat(17_000) }],
    ])('unless it is %s: %j', async (code, metadata) => {
      const before = (await listClients()).length;
      const answer = await register(portal, metadata);
      expect(answer.json()).toEqual({ error: code, error_description: expect.stringMatching(/^[ -~]+$/) });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect((await listClients()).length).toBe(before);
    });

    test('with at most ten addresses', async () => {
      const uris = Array.from({ length: 200 }, (_, index) => `${callback}/${index}`);
      const answer = await register(portal, { redirect_uris: uris });
      expect(answer.json().redirect_uris).toEqual(uris.slice(0, 10));
    });

    test('at most 300 times an hour from one network, and other networks can still', async () => {
      const strict = await startPortal(
        { PUBLIC_URL: publicUrl, RATE_LIMIT_FACTOR: '0.01' },
        portal.database,
        realContent,
      );
      const metadata = { redirect_uris: [callback] };
      for (let sent = 0; sent < 3; sent++)
        expect((await register(strict, metadata, '198.51.100.1')).statusCode).toBe(201);
      const refused = await register(strict, metadata, '198.51.100.1');
      expect(errorOf(refused)).toEqual([429, 'temporarily_unavailable']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await register(strict, metadata, '198.51.100.2')).statusCode).toBe(201);
      await strict.server.close();
    });

    test('unless the operator has turned it off, which the metadata say', async () => {
      const closed = await startPortal(
        { PUBLIC_URL: publicUrl, OAUTH_REGISTRATION: 'off' },
        portal.database,
        realContent,
        host,
      );
      expect(errorOf(await register(closed, { redirect_uris: [callback] }))).toEqual([403, 'access_denied']);
      const metadata = (await closed.server.inject({ url: oauth.authorizationServer })).json();
      expect(metadata.registration_endpoint).toBeUndefined();
      expect(metadata.client_id_metadata_document_supported).toBe(true);
      await closed.server.close();
    });
  });

  describe('describe themselves in a document', () => {
    const url = 'https://other.example/client.json';
    const document = { client_id: url, client_name: 'Samovar', redirect_uris: [callback] };
    const open = async (browser?: Awaited<ReturnType<typeof openBrowser>>, to = portal) =>
      openRequest(browser ?? (await openBrowser(to)), appRequest(to, url).query);

    test('that is read once while it is fresh, and used for a month if its host fails', async () => {
      host.serve(url, document);
      host.requests.length = 0;
      await open();
      await open();
      expect(host.requests).toEqual([url]);
      host.serve(url, (_request, response) => response.writeHead(403).end());
      portal.clock.pass(2 * 3600);
      expect((await open()).json().client.name).toBe('Samovar');
      expect(host.requests).toHaveLength(2);
      portal.clock.pass(31 * day);
      expect(refusalCodeOf(await open())).toBe('client-document');
      host.serve(url, document);
      portal.clock.pass(61);
      expect((await open()).json().client.name).toBe('Samovar');
    });

    test('of which one network can ask for a few only', async () => {
      const strict = await startPortal(
        { PUBLIC_URL: publicUrl, RATE_LIMIT_FACTOR: '0.05' },
        portal.database,
        realContent,
        host,
      );
      const browser = await openBrowser(strict);
      const answers: number[] = [];
      for (let index = 0; index < 4; index++) {
        const query = appRequest(strict, `https://other.example/${index}.json`).query;
        answers.push((await openRequest(browser, query)).statusCode);
      }
      expect(answers).toEqual([422, 422, 422, 429]);
      // An app that was read before can still be connected.
      host.serve(url, document);
      expect((await open()).statusCode).toBe(200);
      strict.clock.pass((portal.clock.now() - strict.clock.now()) / 1000 + 2 * 3600);
      for (let index = 0; index < 4; index++)
        await openRequest(browser, appRequest(strict, `https://other.example/${index}.json`).query);
      host.requests.length = 0;
      expect((await open(browser, strict)).json().client.name).toBe('Samovar');
      expect(host.requests).toEqual([]);
      await strict.server.close();
    });

    test('whose connections outlive a failure of its host, because tokens need no document', async () => {
      host.serve(url, document);
      const browser = await portal.signUp('samovar@teapot.example');
      const { query } = appRequest(portal, url);
      expect((await decide(browser, await seeRequest(browser, query))).statusCode).toBe(200);
      host.requests.length = 0;
      const { id } = await personOf(portal, 'samovar@teapot.example');
      await connectApp(portal, id, { id: url, name: 'Samovar', domain: 'other.example' });
      expect(host.requests).toEqual([]);
    });
  });

  test('are forgotten when nobody uses them, and kept while somebody does', async () => {
    const { db } = portal.database;
    const { now } = portal.clock;
    await db.deleteFrom('oauth_clients').execute();
    const limits = new RateLimits({ db, secrets: new Secrets(['x'.repeat(32)]), now, networkFactor: 1 });
    const documents = new ClientDocuments({ publicUrl, log: pino({ enabled: false }), now, network: host });
    const clients = createClients({ db, documents, limits, allowedHosts: undefined, now });
    const requests = createAuthorizationRequests({
      db,
      clients,
      allowedHosts: undefined,
      issuer: publicUrl,
      resource: publicUrl + mcpServer,
      permission: permissionOf({ weather: true }),
      now,
    });
    const forget = async () => {
      await clients.forgetOld();
      await requests.forgetOld();
      return (await listClients()).map(({ id }) => id).sort();
    };
    const email = 'keeper@teapot.example';
    const browser = await portal.signUp(email);
    const [unused, allowed, connected] = [
      await registerApp(portal),
      await registerApp(portal),
      await registerApp(portal),
    ];
    for (const id of [allowed, connected])
      await decide(browser, await seeRequest(browser, appRequest(portal, id).query));
    await connectApp(portal, (await personOf(portal, email)).id, {
      id: connected,
      name: 'Teapot',
      domain: undefined,
    });
    await seeRequest(browser, appRequest(portal, unused).query);
    expect(await forget()).toEqual([unused, allowed, connected].sort());
    portal.clock.pass(31 * day);
    expect(await forget()).toEqual([allowed, connected].sort());
    expect(await db.selectFrom('oauth_requests').selectAll().execute()).toEqual([]);
    portal.clock.pass(60 * day);
    expect(await forget()).toEqual([connected]);

    // A flood pushes out only what nobody has allowed.
    const row = { name: 'Flood', redirect_uris: '[]', created_at: now() };
    for (let sent = 0; sent < 10_100; sent += 100)
      await db
        .insertInto('oauth_clients')
        .values(
          Array.from({ length: 100 }, (_, index) => ({
            ...row,
            id: `flood-${sent + index}`,
            created_at: now() + sent,
          })),
        )
        .execute();
    const left = await forget();
    expect(left).toContain(connected);
    expect(left.length).toBeLessThanOrEqual(10_001);
    expect(left).toContain('flood-10099');
    expect(left).not.toContain('flood-0');
  });
});
