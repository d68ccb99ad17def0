import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limitConnections, maxRunning, maxWaiting } from './connections.ts';

let app: FastifyInstance;
let client: Socket;

describe('requests sent ahead', () => {
  let port: number;
  let running = 0;
  let maxSeen = 0;

  beforeEach(async () => {
    [running, maxSeen] = [0, 0];
    app = Fastify();
    limitConnections(app, { maxIdleMs: 60_000 });
    app.get('/:number', async (request, reply) => {
      maxSeen = Math.max(maxSeen, ++running);
      // This listener runs before the one that starts the next request.
      reply.raw.prependOnceListener('close', () => running--);
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

  test('are answered in order, a few at a time', async () => {
    const count = maxRunning + maxWaiting;
    const socket = connect(port, '127.0.0.1');
    socket.write(requests(numbers(count - 1)));
    // The socket is not ended, because Node would treat the client as gone.
    socket.write(`GET /${count - 1} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const answers = [...(await text(socket)).matchAll(/answer (\d+)/g)].map(([, number]) => number);
    expect(answers).toEqual(numbers(count));
    expect(maxSeen).toBe(maxRunning);
  });

  test('close the connection when the client keeps sending and reads nothing', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => {});
    const [served] = (await once(app.server, 'connection')) as [NodeJS.EventEmitter];
    socket.write(requests(['large', ...numbers(2 * maxWaiting)]));
    await once(served, 'close');
    expect(maxSeen).toBeLessThan(maxRunning);
    socket.destroy();
  });
});

describe('idle connections', () => {
  const idleMs = 400;
  beforeEach(async () => {
    app = Fastify({ keepAliveTimeout: 60_000 });
    limitConnections(app, { maxIdleMs: idleMs });
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

  test('are closed although the client sends an empty line after the response', async () => {
    get('/');
    await once(client, 'data');
    client.write('\r\n');
    await once(client, 'close');
    expect(client.bytesRead).toBeGreaterThan(0);
  });

  test('stay open while a response takes longer than the limit', async () => {
    get('/slow');
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(String(answer)).toContain('late answer');
  });

  test('stay open while responses are written without the framework', async () => {
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

  test('are not affected by injected requests', async () => {
    const closing = Promise.withResolvers<never>();
    const fail = (error: Error) => closing.reject(error);
    process.once('uncaughtException', fail);
    await app.inject('/');
    await Promise.race([closing.promise, new Promise((resolve) => setTimeout(resolve, 2 * idleMs))]);
    process.off('uncaughtException', fail);
    expect((await app.inject('/')).statusCode).toBe(200);
  });
});

describe('stalled connections', () => {
  /** Over loopback the operating system accepts about 4 MB at once, and more after 1.4 MB of them were read. */
  const answerBytes = 12 * 1024 * 1024;
  const stalledMs = 2000;

  let served: Socket;

  beforeEach(async () => {
    app = Fastify();
    limitConnections(app, { maxIdleMs: 60_000, maxStalledMs: stalledMs });
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

  test('are closed when the client reads nothing', async () => {
    ask(answerBytes);
    await once(served, 'close');
    expect(served.bytesWritten).toBeGreaterThan(answerBytes);
  });

  test('stay open when the client has read everything', async () => {
    client.resume();
    ask(answerBytes, 'keep-alive');
    const kept = new Promise((resolve) => setTimeout(resolve, 2 * stalledMs, 'kept'));
    expect(await Promise.race([once(served, 'close'), kept])).toBe('kept');
  });

  test('stay open while the client reads slowly', async () => {
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
});
