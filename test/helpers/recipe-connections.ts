import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { GatewayEnvironment } from './gateway-environment.ts';
import { notAuthorized, withSecret } from './keys.ts';
import { eventually } from './process.ts';
import type { SentHeaders } from './raw-http.ts';
import { hasIpv6 } from './recipe.ts';
import type { Differences } from './recipe-tests.ts';

/** IPv6, WebSockets and streamed responses. */
export function testConnections(current: () => GatewayEnvironment, differences: Differences): void {
  const paid = (headers: SentHeaders = {}) => ({ authorization: withSecret(current().paid), ...headers });

  test.skipIf(!hasIpv6)('a client with an IPv6 address is served, and its address is passed on', async () => {
    const { answer, seen, portalSeen } = await current().call({ host: '::1', headers: paid() });
    expect(answer.status).toBe(200);
    for (const { headers } of seen) expect(headers).toMatchObject({ 'x-forwarded-for': '::1' });
    expect(seen).toHaveLength(1);
    expect(portalSeen.map((headers) => headers['x-forwarded-for'])).toEqual(['::1']);
  });

  const websocket = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const open = (headers: SentHeaders, path = '/api/v1/live') => {
    const { gateway, upstream } = current();
    upstream().seen.length = 0;
    return openConnection(gateway.port, path, headers);
  };

  describe('a WebSocket', () => {
    test.each(['Upgrade', 'keep-alive, Upgrade, X-Client-Id, x-key-roles'])(
      'is opened for a key that may call its path, with who it is: Connection: %s',
      async (connection) => {
        const claims = { 'x-client-id': 'someone-else', 'x-key-roles': 'everything' };
        const { answer, socket, close } = await open(paid({ ...websocket, ...claims, connection }));
        expect(answer.statusCode).toBe(101);
        for (const text of ['first', 'second']) expect(await echo(socket!, text)).toBe(text);
        close();
        const [request] = current().upstream().seen;
        expect(request).toMatchObject({ method: 'GET', url: '/api/v1/live' });
        expect(request!.headers).toMatchObject({
          upgrade: 'websocket',
          'x-client-id': current().paid.external_id,
          'x-key-id': current().paid.id,
          'x-key-roles': 'host',
          // A server behind would take away the headers that this one names.
          connection: expect.stringMatching(/^upgrade$/i),
        });
        expect(request!.headers).not.toHaveProperty('authorization');
      },
    );

    test('is refused without a key, or with one that may not call its path, and the API hears nothing', async () => {
      for (const headers of [websocket, { ...websocket, authorization: withSecret(current().free) }]) {
        const { answer } = await open(headers);
        expect([answer.statusCode, await readRest(answer)]).toEqual([403, notAuthorized]);
        expect(current().upstream().seen).toEqual([]);
      }
    });
  });

  test.each(['h2c', 'TLS/1.0', 'websocket-like'])(
    'no other change of protocol reaches the API: %s',
    async (upgrade) => {
      const { answer, close } = await open(paid({ connection: 'Upgrade', upgrade }));
      expect(answer.statusCode).not.toBe(101);
      close();
      for (const { headers } of current().upstream().seen) expect(headers).not.toHaveProperty('upgrade');
    },
  );

  describe('a streamed response', () => {
    test('of a kind that is read as it comes is passed on at once', async () => {
      const { answer } = await open(paid(), '/api/v1/stream/unbuffered');
      expect(String((await once(answer, 'data'))[0])).toBe('first\n');
      current().upstream().endStreams();
      expect(await readRest(answer)).toBe('last\n');
    });

    test('of another kind arrives whole, and from most gateways at once', async () => {
      const opened = open(paid(), '/api/v1/stream');
      let text = '';
      const all = opened.then(async ({ answer }) => {
        for await (const part of answer) text += part;
      });
      await eventually(() => current().upstream().seen.length > 0 || undefined);
      if (differences.collectsResponses) await sleep(500);
      else await eventually(() => text !== '' || undefined, 5);
      expect(text).toBe(differences.collectsResponses ? '' : 'first\n');
      current().upstream().endStreams();
      await all;
      expect(text).toBe('first\nlast\n');
    });
  });
}

interface Opened {
  answer: IncomingMessage;
  /** The connection, if the answer was a change of protocol. */
  socket: Duplex | undefined;
  close(): void;
}

/** Returns as soon as the head of the answer is there. */
function openConnection(port: number, path: string, headers: SentHeaders): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false });
    const close = () => void sent.destroy();
    sent.on('upgrade', (answer, socket) => resolve({ answer, socket, close }));
    sent.on('response', (answer) => resolve({ answer, socket: undefined, close }));
    sent.on('error', reject);
    sent.end();
  });
}

async function echo(socket: Duplex, text: string): Promise<string> {
  socket.write(text);
  return String((await once(socket, 'data'))[0]);
}

const readRest = async (answer: IncomingMessage) => Buffer.concat(await answer.toArray()).toString();
