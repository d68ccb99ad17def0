import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { calls, health, pages } from '../../src/urls.ts';
import { createKey } from '../helpers/keys.ts';
import { eventually } from '../helpers/process.ts';
import { callWith, FaultEnvironment, liftLimit } from './fault-environment.ts';
import { SignUps } from './sign-ups.ts';
import { repeatUntilDown } from './workload.ts';

const measureSeconds = 6;
/** The limit for the 99th percentile. On a quiet machine the ratio is about 1. */
const maxRatio = 10;
/** Headers may take 10 s and a whole request 15 s. Late clients are looked for every half minute. */
const maxCutOffSeconds = 60;

/** If the kernel's queue (511) is full, a client has a connection that the portal does not know. */
const connectAtOnce = 250;

const headers = 'GET /docs HTTP/1.1\r\nHost: localhost\r\n';
const body = `POST ${calls.sendVerificationCode} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;

describe('clients that hold connections', () => {
  let environment: FaultEnvironment;
  let key: CreatedApiToken;
  let clients: SlowClient[] = [];
  beforeAll(async () => {
    environment = await FaultEnvironment.open();
    await environment.start();
    const { browser } = await new SignUps(environment).signUpOne();
    key = await createKey(browser);
    await liftLimit(environment, key);
    await othersServed();
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await environment?.close();
  });

  test.each([
    ['two thousand who say nothing', 2000, '', ''],
    ['five hundred who send their headers a byte a second', 500, headers, 'X-Slow: 1\r\n'],
    ['five hundred who send their body a byte a second', 500, body, ' '],
  ])('%s: others are served as ever, and they are cut off in time', async (who, count, first, drip) => {
    const before = await othersServed();
    clients = [];
    while (clients.length < count) {
      for (let i = 0; i < connectAtOnce; i++)
        clients.push(new SlowClient(environment.portal.url, first, drip));
      await eventually(() => clients.every(({ isOpen }) => isOpen) || undefined);
      // A response shows that the portal has accepted these connections, too.
      await environment.ask({ url: health });
    }
    const connectedAt = performance.now();
    const meanwhile = await othersServed();
    await Promise.race([Promise.all(clients.map(({ cutOff }) => cutOff)), sleep(maxCutOffSeconds * 1000)]);
    const seconds = Math.round((performance.now() - connectedAt) / 1000);
    console.log(
      `${who}: p99 of others ${meanwhile.p99Ms.toFixed(1)} ms (before: ${before.p99Ms.toFixed(1)} ms), all cut off after ${seconds} s`,
    );
    expect(clients.filter(({ isOpen }) => isOpen)).toHaveLength(0);
    expect([before.statuses, meanwhile.statuses]).toEqual([[200], [200]]);
    expect(meanwhile.p99Ms / before.p99Ms).toBeLessThan(maxRatio);
  });

  /** A few clients that read a page and call with a key, one after the other. */
  async function othersServed(): Promise<{ p99Ms: number; statuses: unknown[] }> {
    environment.answers.length = 0;
    environment.use(environment.portal);
    const working = repeatUntilDown(environment, 4, async () => {
      await environment.ask({ url: pages.docs });
      await callWith(environment, key);
    });
    await sleep(measureSeconds * 1000);
    environment.rest();
    await working;
    const sorted = environment.answers.map(({ ms }) => ms).sort((one, other) => one - other);
    const statuses = new Set(environment.answers.map(({ status }) => status));
    return { p99Ms: sorted[Math.floor(sorted.length * 0.99)]!, statuses: [...statuses] };
  }
});

/** A client that holds a connection and sends little or nothing. */
class SlowClient {
  readonly #socket: Socket;
  #timer: NodeJS.Timeout | undefined;
  /** Resolves when the portal has ended the connection. */
  readonly cutOff: Promise<void>;
  isOpen = false;

  /** Sends `first` at once and then one byte of `drip`, over and over, every second. */
  constructor(url: string, first = '', drip = '') {
    const { port } = new URL(url);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.cutOff = promise;
    this.#socket = connect(Number(port), '127.0.0.1', () => {
      this.isOpen = true;
      this.#socket.write(first);
    });
    this.#socket.on('error', () => {});
    // The 408 response does not matter, but the end of the connection is seen only after it is read.
    this.#socket.resume();
    this.#socket.on('close', () => {
      this.isOpen = false;
      clearInterval(this.#timer);
      resolve();
    });
    let sent = 0;
    if (drip) this.#timer = setInterval(() => this.#socket.write(drip[sent++ % drip.length]!), 1000);
  }

  close(): void {
    this.#socket.destroy();
  }
}
