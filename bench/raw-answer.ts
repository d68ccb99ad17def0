import { type IncomingHttpHeaders, request } from 'node:http';
import type { Request } from './load.ts';

/** Returns a response with its bytes still compressed. */
export function rawAnswer(
  url: string,
  { method = 'GET', headers = {}, body }: Request = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asking.on('error', reject).end(body);
  });
}
