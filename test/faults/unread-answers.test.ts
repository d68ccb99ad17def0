import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { health, sitemap } from '../../src/urls.ts';
import { ProcessMonitor } from '../fuzz/process-monitor.ts';
import { eventually } from '../helpers/process.ts';
import { FaultEnvironment } from './fault-environment.ts';

/** The memory that may be added to what the portal used before. */
const maxMegabytes = 30;
const requests = 1000;
/** 30 s without progress, plus the interval of the check. */
const maxCutOffSeconds = 90;
/** The cost of a connection and its waiting requests. The pages themselves are shared. */
const maxMegabytesEach = 1;

describe('clients that do not read their answers', () => {
  let environment: FaultEnvironment;
  let monitor: ProcessMonitor;
  let longest: string;
  let clients: GreedyClient[] = [];
  beforeAll(async () => {
    environment = await FaultEnvironment.open();
    await environment.start();
    monitor = new ProcessMonitor(environment.portal.url, environment.portal.process.pid!);
    longest = await longestPage(environment.portal.url);
  });
  afterEach(() => {
    for (const client of clients) client.close();
    clients = [];
  });
  afterAll(() => environment?.close());

  test.each(['br', 'gzip', 'identity'])(
    'a thousand requests at once for the longest page, %s',
    async (encoding) => {
      const greed = {
        url: environment.portal.url,
        path: longest,
        headers: { 'accept-encoding': encoding },
        requests,
      };
      // Everything that is created once is created now.
      await warm(greed.path, encoding);
      const before = await monitor.megabytesNow();
      clients = [new GreedyClient({ ...greed, bytesPerSecond: 0 })];
      let most = before;
      const watching = clients[0]!.cutOff.then(() => 'over' as const);
      while ((await Promise.race([watching, sleep(20)])) !== 'over')
        most = Math.max(most, await monitor.megabytesNow());
      console.log(`${longest} in ${encoding}: ${most - before} MB more`);
      expect(most - before).toBeLessThan(maxMegabytes);
    },
  );

  test('two hundred clients that read one byte a second of more than any buffer holds are disconnected', async () => {
    const before = await monitor.megabytesNow();
    const headers = { 'accept-encoding': 'identity' };
    const greed = { url: environment.portal.url, path: longest, headers, requests: 40, bytesPerSecond: 1 };
    clients = Array.from({ length: 200 }, () => new GreedyClient(greed));
    await eventually(() => clients.every(({ isOpen }) => isOpen) || undefined);
    let most = before;
    const all = Promise.all(clients.map(({ cutOff }) => cutOff)).then(() => 'over' as const);
    const startedAt = performance.now();
    while ((await Promise.race([all, sleep(1000)])) !== 'over') {
      most = Math.max(most, await monitor.megabytesNow());
      expect((await environment.ask({ url: health })).statusCode).toBe(200);
      if (performance.now() - startedAt > maxCutOffSeconds * 1000) break;
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`all cut off after ${seconds} s, ${most - before} MB more`);
    expect(clients.filter(({ isOpen }) => isOpen)).toHaveLength(0);
    expect(most - before).toBeLessThan(maxMegabytesEach * clients.length);
  });

  async function warm(path: string, encoding: string): Promise<void> {
    for (let i = 0; i < 50; i++)
      await environment.ask({ url: path, headers: { 'accept-encoding': encoding, accept: 'text/html' } });
  }
});

async function longestPage(url: string): Promise<string> {
  const map = await (await fetch(url + sitemap)).text();
  const paths = [...map.matchAll(/<loc>[^<]*?(\/docs[^<]*)</g)].map(([, path]) => path!);
  const sized = await Promise.all(
    paths.map(async (path) => ({ path, length: (await (await fetch(url + path)).text()).length })),
  );
  return sized.sort((one, other) => other.length - one.length)[0]!.path;
}

interface Greed {
  url: string;
  path: string;
  headers?: Record<string, string>;
  /** The number of requests that it sends at once. */
  requests: number;
  /** The bytes that it reads each second; 0 means none. */
  bytesPerSecond: number;
}

/** A client that requests a lot and reads little or nothing of it. */
class GreedyClient {
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  /** Resolves when the portal has closed the connection. */
  readonly cutOff: Promise<void>;
  isOpen = false;

  constructor({ url, path, headers = {}, requests, bytesPerSecond }: Greed) {
    const { port, host } = new URL(url);
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.cutOff = promise;
    this.#socket = connect(Number(port), '127.0.0.1', () => {
      this.isOpen = true;
      this.#socket.write(request.repeat(requests));
    });
    this.#socket.pause();
    const ended = () => {
      this.isOpen = false;
      clearInterval(this.#timer);
      resolve();
    };
    this.#socket.on('error', ended);
    this.#socket.on('close', ended);
    this.#timer = setInterval(() => {
      if (bytesPerSecond > 0) this.#socket.read(bytesPerSecond);
      // A client that does not read notices the end only when it writes. An empty line between requests has no meaning.
      this.#socket.write('\r\n');
    }, 1000);
  }

  close(): void {
    this.#socket.destroy();
  }
}
