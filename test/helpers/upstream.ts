import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Upstream {
  port: number;
  /** Requests received so far. */
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** Replaces the provider's API and records its requests. */
export async function startUpstream(port = 0): Promise<Upstream> {
  const seen: SeenRequest[] = [];
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
    });
    response.end(`upstream says ${status}`);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
