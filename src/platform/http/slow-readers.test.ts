import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cutOffSlowReaders } from './slow-readers.ts';

/** Within a machine the system takes four at once, and asks for more after 1.4. */
const answerBytes = 6 * 1024 * 1024;
/** What the system takes altogether, while the client's side of it does not. */
const answerBytesOfSystem = 1024 * 1024;
const pace = { bytesMin: 8 * 1024, windowMs: 3000 };
/** Slow enough that the system asks for more once in a window, and not always then. */
const readBytes = 20 * 1024;
const readEveryMs = 50;

let app: FastifyInstance;
let client: Socket;
let served: Socket;

beforeEach(async () => {
  app = Fastify();
  cutOffSlowReaders(app, pace);
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

/** Bytes at a time, until the other side has handed over everything or has given up. */
async function readSlowly(bytes: number): Promise<number> {
  let read = 0;
  const timer = setInterval(() => {
    client.read(0);
    read += (client.read(Math.min(bytes, client.readableLength) || undefined) as Buffer | null)?.length ?? 0;
  }, readEveryMs);
  await Promise.race([once(served, 'finish'), once(served, 'close')]);
  clearInterval(timer);
  return read;
}

test('who reads nothing is cut off', async () => {
  ask(answerBytes);
  await once(served, 'close');
  expect(served.bytesWritten).toBeGreaterThan(answerBytes);
});

test('who reads nothing of an answer that the system holds altogether is cut off', async () => {
  ask(answerBytesOfSystem, 'keep-alive');
  await once(served, 'close');
  expect(served.bytesWritten).toBeGreaterThan(answerBytesOfSystem);
  expect(served.writableLength).toBe(0);
});

test('who has read everything may stay', async () => {
  client.resume();
  ask(answerBytesOfSystem, 'keep-alive');
  const kept = new Promise((resolve) => setTimeout(resolve, 2 * pace.windowMs, 'kept'));
  expect(await Promise.race([once(served, 'close'), kept])).toBe('kept');
});

test('who reads a byte at a time is cut off', async () => {
  ask(answerBytes);
  expect(await readSlowly(1)).toBeLessThan(1000);
});

test('who reads slowly, but reads, gets everything', async () => {
  ask(answerBytes);
  const read = await readSlowly(readBytes);
  client.resume();
  await once(client, 'end');
  expect(read).toBeLessThan(client.bytesRead);
  expect(client.bytesRead).toBeGreaterThan(answerBytes);
}, 60_000);
