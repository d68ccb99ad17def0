import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFirstCall } from './first-call.ts';

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

test('the call sends the key and shows what came', async () => {
  expect(await makeFirstCall(base, { clientId: 'id', secret: 'secret' })).toMatchObject({
    kind: 'answered',
    status: 200,
    words: 'OK',
    body: '{\n  "a": -64.0\n}',
    isJson: true,
  });
});

test('a refusal is an answer too', async () => {
  expect(await makeFirstCall(base, { clientId: 'id', secret: 'wrong' })).toMatchObject({
    status: 403,
    words: 'Forbidden',
    body: 'no',
    isJson: false,
  });
});

test('no answer from another host is told with its name', async () => {
  const outcome = await makeFirstCall('http://127.0.0.1:1/', { clientId: 'id', secret: 'secret' });
  expect(outcome).toMatchObject({
    kind: 'unanswered',
    words: expect.stringContaining('127.0.0.1:1 could not be reached.'),
  });
});
