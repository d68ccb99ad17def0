import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { api, calls, dataFile, gatewayVerify, health, mcpServer, pages, ready } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

describe.skipIf(engineMissing)('the log of requests', () => {
  let portal: TestPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    key = await createKey(await portal.signUp());
  });
  afterAll(() => portal.close());
  beforeEach(() => {
    portal.logLines.length = 0;
  });

  interface RequestLine {
    method: string;
    path: string;
    status: number | null;
    ms: number;
    msg: string;
  }
  const requestLines = () =>
    portal.logLines
      .map((line) => JSON.parse(line) as RequestLine)
      .filter(({ msg }) => /^request (completed|aborted)$/.test(msg));

  test.each<[string, string, string, string, number]>([
    ['a page', 'GET', `${pages.docs}?reset_password_token=x`, '/*', 200],
    ['a missing page', 'GET', '/somewhere/wbc_secret', '/*', 404],
    ['a call of the browser app', 'GET', calls.authStatus, calls.authStatus, 200],
    ['a refused call of it', 'POST', calls.signIn, calls.signIn, 403],
    ['a route with an ID', 'DELETE', calls.apiToken('an-id'), `${calls.apiTokens}/:id`, 403],
    ['a path without a route', 'PUT', '/somewhere/wbc_secret', 'unknown', 404],
    ['a URL that cannot be decoded', 'GET', '/docs/%ff', 'unknown', 400],
    ['a call without a key', 'GET', `${freePath}?coordinates=1,2`, freePath, 403],
    ['MCP without a key', 'POST', `${mcpServer}?api_key=x`, mcpServer, 403],
  ])('has one line for %s', async (_, method, url, path, status) => {
    const answer = await portal.server.inject({ method: method as 'GET', url });
    expect(answer.statusCode).toBe(status);
    const [line, ...others] = requestLines();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ method, path, status, reqId: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect([typeof line!.ms, line!.ms >= 0]).toEqual(['number', true]);
    const text = portal.logLines.join('');
    expect(text).not.toMatch(/reset_password_token|coordinates|api_key/);
    expect(JSON.stringify(line)).not.toContain('wbc_secret');
  });

  test('has one line for an allowed call with a key, and none of its credentials', async () => {
    const headers = { authorization: withSecret(key) };
    await portal.server.inject({ url: `${freePath}?coordinates=1,2`, headers });
    expect(requestLines()).toMatchObject([{ method: 'GET', path: freePath, status: 200 }]);
    expect(portal.logLines.join('')).not.toContain(key.token);
  });

  test('has no line for gateways and health checks', async () => {
    await verify(portal, withSecret(key));
    await verify(portal, undefined);
    for (const url of [health, ready, `${gatewayVerify}/%ff`]) await portal.server.inject(url);
    expect(requestLines()).toEqual([]);
  });

  test('samples denials: a flood of them leaves few lines', async () => {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 300 }, () => portal.server.inject(`${api}/points`)));
    const seconds = Math.ceil((performance.now() - startedAt) / 1000) + 1;
    expect(requestLines().length).toBeLessThanOrEqual(20 * seconds);
    expect(requestLines().length).toBeGreaterThan(0);
    await eventually(() => portal.logLines.some((line) => line.includes('"count":')) || undefined, 5);
  });

  test('has a line for a client that leaves before the answer', async () => {
    const { server } = portal.server;
    if (!server.listening) await portal.server.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const head = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 100', '', '{'];
    socket.write([`POST ${calls.forgotPassword} HTTP/1.1`, ...head].join('\r\n'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await eventually(() => requestLines().length > 0 || undefined, 5);
    expect(requestLines()).toMatchObject([{ path: calls.forgotPassword, msg: 'request aborted' }]);
  });

  test('knows data files by the pattern of their route', async () => {
    await portal.server.inject(dataFile('guides', 'brewing.yaml'));
    expect(requestLines()).toMatchObject([{ path: expect.stringMatching(/\/data\/:kind\/:file$/) }]);
  });
});
