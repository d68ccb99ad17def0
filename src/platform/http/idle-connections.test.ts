import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeIdleConnections } from './idle-connections.ts';

const idleMs = 400;
let app: FastifyInstance;
let client: Socket;
beforeEach(async () => {
  app = Fastify({ keepAliveTimeout: 60_000 });
  closeIdleConnections(app, idleMs);
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

test('a connection that is answered before the framework hears of it is in use', async () => {
  const [framework] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) =>
    request.url === '/quick' ? response.end('quick') : framework!(request, response),
  );
  get('/');
  await once(client, 'data');
  const until = performance.now() + 4 * idleMs;
  while (performance.now() < until) {
    get('/quick');
    await once(client, 'data');
    await new Promise((resolve) => setTimeout(resolve, idleMs / 10));
  }
  expect(client.destroyed || client.readableEnded).toBe(false);
});

test('a request that came over no connection leaves none to close', async () => {
  const closing = Promise.withResolvers<never>();
  const fail = (error: Error) => closing.reject(error);
  process.once('uncaughtException', fail);
  await app.inject('/');
  await Promise.race([closing.promise, new Promise((resolve) => setTimeout(resolve, 2 * idleMs))]);
  process.off('uncaughtException', fail);
  expect((await app.inject('/')).statusCode).toBe(200);
});
