import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeIdleConnections } from './idle-connections.ts';

let app: FastifyInstance;
let client: Socket;
beforeEach(async () => {
  app = Fastify({ keepAliveTimeout: 60_000 });
  closeIdleConnections(app, 400);
  app.get('/', () => 'answer');
  app.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return 'late answer';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
});
afterEach(() => {
  client.destroy();
  return app.close();
});

const get = (path: string) => client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);

test('an empty line after an answer does not keep a connection for ever', async () => {
  get('/');
  await once(client, 'data');
  client.write('\r\n');
  await once(client, 'close');
  expect(client.bytesRead).toBeGreaterThan(0);
});

test('an answer that takes longer than that is waited for', async () => {
  get('/slow');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(String(answer)).toContain('late answer');
});
