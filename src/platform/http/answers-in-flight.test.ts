import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atWorkMax, limitAnswersInFlight, waitingMax } from './answers-in-flight.ts';

let app: FastifyInstance;
let port: number;
let atWork = 0;
let mostAtWork = 0;

beforeEach(async () => {
  [atWork, mostAtWork] = [0, 0];
  app = Fastify();
  limitAnswersInFlight(app);
  app.get('/:number', async (request, reply) => {
    mostAtWork = Math.max(mostAtWork, ++atWork);
    // Before the next one begins.
    reply.raw.prependOnceListener('close', () => atWork--);
    await new Promise(setImmediate);
    return `answer ${(request.params as { number: string }).number}\n`;
  });
  app.get('/large', () => Buffer.alloc(8 * 1024 * 1024));
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(() => app.close());

const requests = (paths: string[]) =>
  paths.map((path) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test('many requests sent ahead are answered in order, a few at a time', async () => {
  const count = atWorkMax + waitingMax;
  const socket = connect(port, '127.0.0.1');
  socket.write(requests(numbers(count - 1)));
  // Without an end, which Node takes for a client that has left.
  socket.write(`GET /${count - 1} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answers = [...(await text(socket)).matchAll(/answer (\d+)/g)].map(([, number]) => number);
  expect(answers).toEqual(numbers(count));
  expect(mostAtWork).toBe(atWorkMax);
});

test('a connection that sends on and reads nothing is closed', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  const [served] = (await once(app.server, 'connection')) as [NodeJS.EventEmitter];
  socket.write(requests(['large', ...numbers(2 * waitingMax)]));
  await once(served, 'close');
  expect(mostAtWork).toBeLessThan(atWorkMax);
  socket.destroy();
});
