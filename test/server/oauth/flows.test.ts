import * as current from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth4webapi from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionsAnswer } from '../../../src/oauth/contract.ts';
import { calls, mcpServer, oauth } from '../../../src/urls.ts';
import { decide, seeRequest } from '../../helpers/app-consent.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type DocumentHost, startDocumentHost } from '../../helpers/document-host.ts';
import { OAuthApp } from '../../helpers/oauth-app.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { freePort } from '../../helpers/postgres.ts';

const documentUrl = 'https://app.example/client.json';

describe.skipIf(engineMissing)('connecting by signing in, used, and ended by the person', () => {
  let portal: TestPortal;
  let host: DocumentHost;
  let url: string;
  let person: Browser;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    host = await startDocumentHost();
    const { redirect_uris } = new OAuthApp().clientMetadata;
    host.serve(documentUrl, { client_id: documentUrl, client_name: 'Teapot document', redirect_uris });
    portal = await startPortal({ PUBLIC_URL: url }, undefined, realContent, host);
    await portal.server.listen({ host: '127.0.0.1', port });
    person = await portal.signUp();
  });
  afterAll(async () => {
    await portal.close();
    await host.close();
  });

  /** Does on the page what a person does, and returns the address that the browser goes to. */
  async function press(decision: 'allow' | 'deny', asked: URL): Promise<URL> {
    expect(asked.href).toMatch(`${url}${oauth.authorize}?`);
    const answer = await decide(person, await seeRequest(person, asked.search.slice(1)), decision);
    return new URL(answer.json().redirect_to);
  }

  const listConnections = async () =>
    (await person.get(calls.connections)).json<ConnectionsAnswer>().connections;

  async function disconnect(name: string): Promise<void> {
    const [found] = (await listConnections()).filter((each) => each.name === name);
    expect((await person.delete(calls.connection(found!.id))).statusCode).toBe(200);
  }

  const namesOf = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name);
  const address = () => new URL(url + mcpServer);

  test.each([
    ['that registers itself', undefined, 'Teapot SDK', null],
    ['with a document', documentUrl, 'Teapot document', 'app.example'],
  ])('an app of the current SDK %s', async (_, clientMetadataUrl, name, domain) => {
    const app = new OAuthApp(clientMetadataUrl);
    const newTransport = () =>
      new current.StreamableHTTPClientTransport(address(), {
        authProvider: app as current.OAuthClientProvider,
      });
    const newClient = () => new current.Client({ name: 'flow', version: '1.0.0' });
    const first = newTransport();
    await expect(newClient().connect(first)).rejects.toBeInstanceOf(current.UnauthorizedError);
    await first.finishAuth((await press('allow', app.asked!)).searchParams);
    const client = newClient();
    await client.connect(newTransport());
    expect(namesOf(await client.listTools())).toContain('get_point_forecast');
    expect(await listConnections()).toMatchObject([{ name, domain, redirect_host: 'localhost:8976' }]);

    // The SDK refreshes by itself.
    portal.clock.pass(3601);
    const before = app.kept.refresh_token;
    expect(namesOf(await client.listTools())).toContain('get_point_forecast');
    expect(app.kept.refresh_token).not.toBe(before);

    await disconnect(name);
    app.asked = undefined;
    await expect(client.listTools()).rejects.toThrow();
    // It asks the person again.
    expect(app.asked).toBeDefined();
    await client.close();
  });

  test('an app of the earlier SDK', async () => {
    const app = new OAuthApp();
    // biome-ignore lint/suspicious/noExplicitAny: its types differ from those of the current SDK in details.
    const newTransport = () => new EarlierTransport(address(), { authProvider: app as any });
    const newClient = () => new EarlierClient({ name: 'flow', version: '1.0.0' });
    const first = newTransport();
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    await expect(newClient().connect(first as any)).rejects.toThrow('Unauthorized');
    await first.finishAuth((await press('allow', app.asked!)).searchParams.get('code')!);
    const client = newClient();
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    await client.connect(newTransport() as any);
    expect(namesOf(await client.listTools())).toContain('get_point_forecast');
    await disconnect('Teapot SDK');
    await expect(client.listTools()).rejects.toThrow();
    await client.close();
  });

  test('an app of oauth4webapi, which checks every answer by the standards', async () => {
    const insecure = { [oauth4webapi.allowInsecureRequests]: true };
    const resource = await oauth4webapi.processResourceDiscoveryResponse(
      address(),
      await oauth4webapi.resourceDiscoveryRequest(address(), insecure),
    );
    const issuer = new URL(resource.authorization_servers![0]!);
    const server = await oauth4webapi.processDiscoveryResponse(
      issuer,
      await oauth4webapi.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
    );
    const redirectUri = 'https://app.example/callback';
    const client = await oauth4webapi.processDynamicClientRegistrationResponse(
      await oauth4webapi.dynamicClientRegistrationRequest(
        server,
        { redirect_uris: [redirectUri], client_name: 'Teapot standards', token_endpoint_auth_method: 'none' },
        insecure,
      ),
    );
    const verifier = oauth4webapi.generateRandomCodeVerifier();
    const asked = new URL(server.authorization_endpoint!);
    asked.search = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'chosen',
      scope: 'weather:read',
      resource: resource.resource,
    }).toString();

    const denied = await press('deny', asked);
    expect(() => oauth4webapi.validateAuthResponse(server, client, denied, 'chosen')).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    );

    const allowed = oauth4webapi.validateAuthResponse(server, client, await press('allow', asked), 'chosen');
    const none = oauth4webapi.None();
    const options = { ...insecure, additionalParameters: { resource: resource.resource } };
    const tokens = await oauth4webapi.processAuthorizationCodeResponse(
      server,
      client,
      await oauth4webapi.authorizationCodeGrantRequest(
        server,
        client,
        none,
        allowed,
        redirectUri,
        verifier,
        options,
      ),
    );
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'weather:read' });
    const call = async ({ access_token }: { access_token: string }) => {
      const sent = fetch(address(), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
      return (await sent).status;
    };
    expect(await call(tokens)).toBe(200);
    const fresh = await oauth4webapi.processRefreshTokenResponse(
      server,
      client,
      await oauth4webapi.refreshTokenGrantRequest(server, client, none, tokens.refresh_token!, options),
    );
    expect(await call(fresh)).toBe(200);
    await oauth4webapi.processRevocationResponse(
      await oauth4webapi.revocationRequest(server, client, none, fresh.refresh_token!, insecure),
    );
    expect(await call(fresh)).toBe(401);
    expect(await listConnections()).toEqual([]);
  });
});
