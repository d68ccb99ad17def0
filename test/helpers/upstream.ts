import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Upstream {
  port: number;
  /** Requests received so far. */
  seen: SeenRequest[];
  /** Adds to the responses that are being streamed. */
  writeToStreams(text: string): void;
  endStreams(): void;
  close(): Promise<void>;
}

/**
 * Replaces the provider's API and records its requests. It answers paths with `/stream` by a first line and leaves the
 * response open, and takes every change of protocol, after which it sends back what it receives.
 */
export async function startUpstream(port = 0): Promise<Upstream> {
  const seen: SeenRequest[] = [];
  const streams = new Set<ServerResponse>();
  const tunnels = new Set<Duplex>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const status = Number(/\/status\/(\d+)/.exec(url)?.[1] ?? 200);
    response.writeHead(status, {
      'Content-Type': 'text/plain',
      'X-RateLimit-Limit': '-1',
      RateLimit: '"mine";r=-1',
      'Access-Control-Allow-Origin': '*',
      'X-Upstream': 'yes',
      ...(url.endsWith('/events') ? { 'Content-Type': 'text/event-stream' } : {}),
    });
    if (!url.includes('/stream')) return response.end(`upstream says ${status}`);
    streams.add(response);
    response.write('first\n');
  }).listen(port, '127.0.0.1');
  server.on('upgrade', ({ method = '', url = '', headers }, socket) => {
    seen.push({ method, url, headers, body: '' });
    tunnels.add(socket);
    socket.on('error', () => {});
    // The key is the sample of RFC 6455, and so is the answer to it.
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${headers.upgrade}\r\n` +
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    );
    socket.pipe(socket);
  });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    writeToStreams(text) {
      for (const response of streams) response.write(text);
    },
    endStreams() {
      for (const response of streams) response.end();
      streams.clear();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of tunnels) socket.destroy();
      await closed;
    },
  };
}
