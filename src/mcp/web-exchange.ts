import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../platform/log.ts';

/** Between Fastify and the `Request` and `Response` of the web, which the protocol's package speaks. */

/** The body as it came: the package reads it and has its own answer to one that is not JSON. */
export function keepBodiesRaw(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Only what the protocol reads: the credentials, in the query or in a header, stay behind. */
const protocolHeader = /^(accept|content-type|last-event-id|mcp-.+)$/;

export function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const headers = Object.entries(request.headers).filter(
    (header): header is [string, string] => protocolHeader.test(header[0]) && typeof header[1] === 'string',
  );
  return new Request(new URL(pathOf(request.url), 'http://localhost'), {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(request.body ? { body: request.body as Buffer<ArrayBuffer> } : {}),
  });
}

/** A stream as it comes; anything else at once, in one piece. */
export async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  // Whether the connection stays is between the server and the client, which may want it closed.
  response.headers.delete('connection');
  reply.code(response.status).headers({
    ...Object.fromEntries(response.headers),
    'Cache-Control': 'no-store',
    ...(response.status === 405 ? { Allow: 'POST' } : {}),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return reply.send(isStream ? Readable.fromWeb(response.body as ReadableStream) : await response.text());
}
