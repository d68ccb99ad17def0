import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GatewayEnvironment,
  type StartGateway,
  startGatewayEnvironment,
} from './gateway-environment.ts';
import { withSecret } from './keys.ts';

/** The recipe with another address on its line about the portal. One of the two portals does not work. */
export function testTwoPortals(startGateway: StartGateway): void {
  describe('with two portals', () => {
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

    test('one that hangs is left out soon, and costs no caller more than 5 s', async () => {
      const statuses: number[] = [];
      for (let round = 0; round < 20; round++) {
        const { status, seconds } = await call();
        expect(seconds).toBeLessThan(5);
        statuses.push(status);
      }
      expect(statuses.slice(-10)).toEqual(Array(10).fill(200));
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    }, 90_000);

    test('one that is stopped costs no request', async () => {
      closeHung();
      const statuses: number[] = [];
      for (let round = 0; round < 20; round++) statuses.push((await call()).status);
      expect(statuses).toEqual(Array(20).fill(200));
    }, 90_000);
  });
}
