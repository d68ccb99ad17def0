import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { calls, health, pages } from '../../src/urls.ts';
import { createKey } from '../helpers/keys.ts';
import { eventually } from '../helpers/process.ts';
import { callWith, liftLimit } from './call-with.ts';
import { untilGone } from './crowd.ts';
import { FaultStage } from './fault-stage.ts';
import { SignUps } from './sign-ups.ts';
import { SlowClient } from './slow-client.ts';

const measureSeconds = 6;
/** Of the slowest hundredth. On a quiet machine it is about 1. */
const ratioMax = 10;
/** Headers have 10 s and a whole request 15 s; who is late is looked for every half minute. */
const cutOffSecondsMax = 60;

/** A client that finds the queue of the kernel full (511) has a connection that the portal knows nothing of. */
const connectAtOnce = 250;

const headers = 'GET /docs HTTP/1.1\r\nHost: localhost\r\n';
const body = `POST ${calls.sendVerificationCode} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;

describe('clients that hold connections', () => {
  let stage: FaultStage;
  let key: CreatedApiToken;
  let clients: SlowClient[] = [];
  beforeAll(async () => {
    stage = await FaultStage.open();
    await stage.start();
    const { browser } = await new SignUps(stage).signUpOne();
    key = await createKey(browser);
    await liftLimit(stage, key);
    await othersServed();
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await stage?.close();
  });

  test.each([
    ['two thousand who say nothing', 2000, '', ''],
    ['five hundred who send their headers a byte a second', 500, headers, 'X-Slow: 1\r\n'],
    ['five hundred who send their body a byte a second', 500, body, ' '],
  ])('%s: others are served as ever, and they are cut off in time', async (who, count, first, drip) => {
    const before = await othersServed();
    clients = [];
    while (clients.length < count) {
      for (let i = 0; i < connectAtOnce; i++) clients.push(new SlowClient(stage.portal.url, first, drip));
      await eventually(() => clients.every(({ isOpen }) => isOpen) || undefined);
      // The portal answers: it has taken these connections, too.
      await stage.ask({ url: health });
    }
    const connectedAt = performance.now();
    const meanwhile = await othersServed();
    await Promise.race([Promise.all(clients.map(({ cutOff }) => cutOff)), sleep(cutOffSecondsMax * 1000)]);
    const seconds = Math.round((performance.now() - connectedAt) / 1000);
    console.log(
      `${who}: p99 of others ${meanwhile.p99Ms.toFixed(1)} ms (before: ${before.p99Ms.toFixed(1)} ms), all cut off after ${seconds} s`,
    );
    expect(clients.filter(({ isOpen }) => isOpen)).toHaveLength(0);
    expect([before.statuses, meanwhile.statuses]).toEqual([[200], [200]]);
    expect(meanwhile.p99Ms / before.p99Ms).toBeLessThan(ratioMax);
  });

  /** A few who read a page and call with a key, one after the other. */
  async function othersServed(): Promise<{ p99Ms: number; statuses: unknown[] }> {
    stage.answers.length = 0;
    stage.use(stage.portal);
    const working = untilGone(stage, 4, async () => {
      await stage.ask({ url: pages.docs });
      await callWith(stage, key);
    });
    await sleep(measureSeconds * 1000);
    stage.rest();
    await working;
    const sorted = stage.answers.map(({ ms }) => ms).sort((one, other) => one - other);
    const statuses = new Set(stage.answers.map(({ status }) => status));
    return { p99Ms: sorted[Math.floor(sorted.length * 0.99)]!, statuses: [...statuses] };
  }
});
