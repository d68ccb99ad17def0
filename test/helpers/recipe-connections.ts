import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { GatewayEnvironment } from './gateway-environment.ts';
import { notAuthorized, withSecret } from './keys.ts';
import type { SentHeaders } from './raw-http.ts';
import { hasIpv6 } from './recipe.ts';

/** IPv6, WebSockets and streamed responses. */
export function testConnections(current: () => GatewayEnvironment): void {
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

    test('is refused without a key, or with one that may not call its path, and the API gets no request', async () => {
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

  test.each([
    ['as events', '/api/v1/stream/events'],
    ['as lines', '/api/v1/stream/lines'],
  ])('a response that is streamed %s is passed on while it comes', async (_, path) => {
    const { answer } = await open(paid(), path);
    const parts = answer.iterator();
    const next = async () => String((await parts.next()).value);
    expect(await next()).toBe('first\n');
    for (const text of ['second\n', 'third\n']) {
      current().upstream().writeToStreams(text);
      expect(await next()).toBe(text);
    }
    current().upstream().endStreams();
    expect(await parts.next()).toMatchObject({ done: true });
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
