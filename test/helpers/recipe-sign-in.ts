import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../src/urls.ts';
import { connectApp, personOf } from './connected-app.ts';
import type { GatewayEnvironment } from './gateway-environment.ts';

const challenge =
  'Bearer resource_metadata="https://localhost/.well-known/oauth-protected-resource/mcp", scope="weather:read"';

/**
 * An MCP server may ask its clients to sign in: by a 401 with `WWW-Authenticate`, and by documents under /.well-known/.
 * A stand-in takes the place of the MCP server, so that every answer of one is tried and not only ours.
 */
export function testSignInDiscovery(current: () => GatewayEnvironment): void {
  describe('an MCP server that asks its clients to sign in', () => {
    const seen: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      seen.push(request);
      const isDocument = request.url !== '/mcp';
      response.writeHead(isDocument ? 200 : 401, {
        'Content-Type': 'application/json',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'WWW-Authenticate',
        'Cache-Control': 'no-store',
        ...(isDocument ? {} : { 'WWW-Authenticate': challenge }),
      });
      response.end(JSON.stringify({ from: request.url }));
    });
    beforeAll(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      await current().cutLine();
      await current().mendLine((server.address() as AddressInfo).port);
    });
    afterAll(async () => {
      await current().cutLine();
      server.closeAllConnections();
      server.close();
      await current().mendLine();
    });

    const origin = 'https://localhost';
    const ask = async (path: string, options: { method?: string; authorization?: string } = {}) => {
      seen.length = 0;
      const { authorization, ...rest } = options;
      const headers = { origin, ...(authorization ? { authorization } : {}) };
      return (await current().call({ path, headers, ...rest })).answer;
    };

    test.each([undefined, 'Bearer expired-token'])(
      'has its 401 passed on as it is: %s',
      async (authorization) => {
        const answer = await ask('/mcp', { method: 'POST', ...(authorization ? { authorization } : {}) });
        expect([answer.status, answer.headers['www-authenticate'], answer.body]).toEqual([
          401,
          challenge,
          '{"from":"/mcp"}',
        ]);
        // A second value would make a browser hide the answer from the page.
        expect(answer.headers['access-control-allow-origin']).toBe('*');
        expect(answer.headers['access-control-expose-headers']).toBe('WWW-Authenticate');
        expect(seen[0]!.headers).toMatchObject({ host: 'localhost', 'x-forwarded-for': '127.0.0.1' });
        expect(seen[0]!.headers.authorization).toBe(authorization);
      },
    );

    test.each([
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/mcp/server-card.json?x=1%2F',
      '/mcp/server-card',
    ])('is asked for its documents: %s', async (path) => {
      const answer = await ask(path);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { from: path }]);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(seen[0]!.headers).toMatchObject({ host: 'localhost', 'x-forwarded-for': '127.0.0.1' });
    });

    test.each([
      '/.well-known/../admin',
      '/.well-known/%2e%2e/admin',
      '/.well-known/x/..%2f..%2fadmin',
      '/.well-known/x/../../admin',
      '/mcp/../admin',
      '/admin',
    ])('is asked for nothing else: %s', async (path) => {
      await ask(path);
      expect(seen.map(({ url }) => url)).toEqual([]);
    });
  });

  test('a connected app reaches the MCP server, and reads the 401 when its connection has ended', async () => {
    const { portal, browser, call } = current();
    const { email } = (await browser.user())!;
    const { access_token } = await connectApp(portal, (await personOf(portal, email)).id);
    const list = {
      path: '/mcp',
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    };
    const allowed = (await call(list)).answer;
    expect([allowed.status, allowed.body]).toEqual([200, expect.stringContaining('"tools"')]);
    const [connection] = (await browser.get(calls.connections)).json().connections;
    await browser.delete(calls.connection(connection.id));
    const { status, headers } = (await call(list)).answer;
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(
        /^Bearer error="invalid_token".*resource_metadata=".*\/mcp", scope="weather:read"$/,
      ),
    ]);
  });
}
