import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../../content/requests/request.ts';
import { curlLine, envFile, envFileName, firstCallRequest, makeFirstCall, mcpLinkOf } from './credentials.ts';

const credentials = { clientId: 'wbc_ada', secret: 'wb_secret' };

test('the curl line is one complete command', () => {
  expect(curlLine(credentials, 'http://localhost:3000/api/v1/points?coordinates=1,2&x=3')).toBe(
    'curl -u "wbc_ada:wb_secret" "http://localhost:3000/api/v1/points?coordinates=1,2&x=3"',
  );
});

test('the first call requests 24 hours from now on', () => {
  const request = firstCallRequest('http://x.test/api/v1', new Date('2026-11-15T21:59:59Z'), '40.71,-74.01');
  expect(addressOf(request)).toBe(
    'http://x.test/api/v1/points?coordinates=40.71,-74.01&min_forecast_time=2026-11-15T21&max_forecast_time=2026-11-16T20',
  );
});

test('the .env file sets the two variables', () => {
  const names = { clientId: 'TEA_CLIENT', apiKey: 'TEA_KEY' };
  expect(envFile(credentials, names)).toBe('TEA_CLIENT=wbc_ada\nTEA_KEY=wb_secret\n');
  expect(envFileName('Wind & Co')).toBe('wind-co.env');
});

test('the personal MCP link contains both values', () => {
  expect(mcpLinkOf('https://x.test/mcp', 'wbc_ada', 'wb_secret')).toBe(
    'https://x.test/mcp?client_id=wbc_ada&api_key=wb_secret',
  );
});

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    const isKnown = headers.authorization === `Basic ${btoa('id:secret')}`;
    response.writeHead(isKnown ? 200 : 403, { 'Content-Type': 'application/json' });
    response.end(isKnown ? '{"a":-64.0}' : 'no');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the first call sends the credentials and returns the answer', async () => {
  expect(await makeFirstCall(base, { clientId: 'id', secret: 'secret' })).toMatchObject({
    kind: 'answered',
    status: 200,
    text: 'OK',
    body: '{\n  "a": -64.0\n}',
    isJson: true,
  });
});

test('an error status is an answer too', async () => {
  expect(await makeFirstCall(base, { clientId: 'id', secret: 'wrong' })).toMatchObject({
    status: 403,
    text: 'Forbidden',
    body: 'no',
    isJson: false,
  });
});

test('a missing answer is reported with the host', async () => {
  const outcome = await makeFirstCall('http://127.0.0.1:1/', { clientId: 'id', secret: 'secret' });
  expect(outcome).toMatchObject({
    kind: 'unanswered',
    message: expect.stringContaining("The API isn't available (no connection to 127.0.0.1:1)."),
  });
});
