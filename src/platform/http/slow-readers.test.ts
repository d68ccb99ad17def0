import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeStalledConnections } from './slow-readers.ts';

/** Within a machine the system takes about four megabytes at once, and asks for more when 1.4 of them were read. */
const answerBytes = 12 * 1024 * 1024;
const stalledMs = 2000;

let app: FastifyInstance;
let client: Socket;
let served: Socket;

beforeEach(async () => {
  app = Fastify();
  closeStalledConnections(app, stalledMs);
  app.get<{ Querystring: { bytes: number } }>('/', ({ query }) => Buffer.alloc(Number(query.bytes)));
  await app.listen({ host: '127.0.0.1', port: 0 });
  client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.pause();
  [served] = (await once(app.server, 'connection')) as [Socket];
});
afterEach(() => {
  client.destroy();
  return app.close();
});

const ask = (bytes: number, connection = 'close') =>
  client.write(`GET /?bytes=${bytes} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`);

test('a client that reads nothing is disconnected', async () => {
  ask(answerBytes);
  await once(served, 'close');
  expect(served.bytesWritten).toBeGreaterThan(answerBytes);
});

test('a client that has read everything may stay', async () => {
  client.resume();
  ask(answerBytes, 'keep-alive');
  const kept = new Promise((resolve) => setTimeout(resolve, 2 * stalledMs, 'kept'));
  expect(await Promise.race([once(served, 'close'), kept])).toBe('kept');
});

test('a client that reads slowly gets everything', async () => {
  ask(answerBytes);
  const timer = setInterval(() => {
    client.read(0);
    client.read(Math.min(200 * 1024, client.readableLength) || undefined);
  }, 100);
  await Promise.race([once(served, 'finish'), once(served, 'close')]);
  clearInterval(timer);
  client.resume();
  await once(client, 'end');
  expect(client.bytesRead).toBeGreaterThan(answerBytes);
}, 60_000);
