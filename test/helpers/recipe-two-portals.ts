import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GatewayEnvironment,
  type StartGateway,
  startGatewayEnvironment,
} from './gateway-environment.ts';
import { withSecret } from './keys.ts';
import type { Differences } from './recipe-tests.ts';

/** The recipe with another address on its line about the portal. One of the two portals does not work. */
export function testTwoPortals(startGateway: StartGateway, { hasPlainErrors = false }: Differences): void {
  // It takes a quarter of a minute for each gateway.
  describe.runIf(process.env.TEST_LONG)('with two portals', () => {
    let current: GatewayEnvironment;
    let hung: Server;
    const sockets = new Set<Socket>();
    beforeAll(async () => {
      // It takes connections and never answers.
      hung = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
      }).listen(0, '127.0.0.1');
      await once(hung, 'listening');
      current = await startGatewayEnvironment(startGateway, {
        secondPortal: (hung.address() as AddressInfo).port,
      });
    });
    afterAll(async () => {
      closeHung();
      await current?.close();
    });
    const closeHung = () => {
      hung.close();
      for (const socket of sockets) socket.destroy();
    };

    const call = async () => {
      const startedAt = performance.now();
      const { answer } = await current.call({ headers: { authorization: withSecret(current.paid) } });
      return { status: answer.status, seconds: (performance.now() - startedAt) / 1000 };
    };

    test('one that hangs costs no caller more than 5 s, and soon nobody an answer', async () => {
      const startedAt = performance.now();
      const late: number[] = [];
      while (performance.now() - startedAt < 10_000) {
        const isLate = performance.now() - startedAt > 4000;
        const { status, seconds } = await call();
        expect(seconds).toBeLessThan(5);
        expect(hasPlainErrors ? [200, 502, 503, 504] : [200, 503]).toContain(status);
        if (isLate) late.push(status);
        await sleep(50);
      }
      expect(late.length).toBeGreaterThan(1);
      expect(new Set(late)).toEqual(new Set([200]));
    }, 90_000);

    test('one that is stopped costs no request', async () => {
      closeHung();
      const statuses: number[] = [];
      for (let round = 0; round < 20; round++) statuses.push((await call()).status);
      expect(statuses).toEqual(Array(20).fill(200));
    }, 90_000);
  });
}
