import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestPortal } from './portal.ts';

/** A list sends the header several times. */
export type SentHeaders = Record<string, string | string[]>;

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request exactly as written. `fetch` and `inject` would clean the path and join repeated headers. */
export function rawRequest(
  port: number,
  wanted: { host?: string; method?: string; path: string; headers?: SentHeaders; body?: string | Buffer },
): Promise<RawAnswer> {
  const { host = '127.0.0.1', method = 'GET', path, body } = wanted;
  const headers = { ...wanted.headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) };
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const ports = new WeakMap<TestPortal, Promise<number>>();

/** Makes the portal listen on a real socket, once. */
export function listen(portal: TestPortal): Promise<number> {
  const port = ports.get(portal) ?? openPort(portal);
  ports.set(portal, port);
  return port;
}

async function openPort({ server }: TestPortal): Promise<number> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  return (server.server.address() as AddressInfo).port;
}
