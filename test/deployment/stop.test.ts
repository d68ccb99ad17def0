import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { health, mcpServer } from '../../src/urls.ts';
import { eventually, type PortalProcess, startPortalProcess } from '../helpers/process.ts';

// Stopping does not depend on the kind of database.
describe('a stop', () => {
  let portal: PortalProcess;
  beforeEach(async () => {
    portal = await startPortalProcess();
  }, 60_000);
  afterEach(() => portal?.close());

  test('a request that had begun before the stop is answered, while new connections are refused', async () => {
    const { answer, status } = await askedDuringStop(`GET ${health}`, '');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^connection: close/im);
    expect(status).toBe(0);
  });

  test('an assistant that calls during shutdown gets a retry response', async () => {
    const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const rest = `Content-Type: application/json\r\nContent-Length: ${message.length}\r\n\r\n${message}`;
    const { answer, status } = await askedDuringStop(`POST ${mcpServer}`, rest);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/^retry-after: \d+/im);
    expect(status).toBe(0);
  });

  /** Sends the first line before the signal, and the rest once new connections are refused. */
  async function askedDuringStop(firstLine: string, rest: string) {
    const { host, port } = new URL(portal.url);
    const socket = connect(Number(port), 'localhost');
    await once(socket, 'connect');
    socket.write(`${firstLine} HTTP/1.1\r\n`);
    // The answer to another request shows that the portal has read what was sent before.
    expect((await fetch(portal.url + health)).status).toBe(200);
    const status = portal.kill('SIGTERM');
    await eventually(() => isDenialError(Number(port)), 5);
    socket.write(`Host: ${host}\r\n${rest || '\r\n'}`);
    const answer = Buffer.concat(await Array.fromAsync(socket)).toString();
    return { answer, status: await status };
  }

  async function isDenialError(port: number): Promise<true | undefined> {
    const socket = connect(port, 'localhost');
    const outcome = await once(socket, 'connect').then(
      () => undefined,
      () => true as const,
    );
    socket.destroy();
    return outcome;
  }
});
