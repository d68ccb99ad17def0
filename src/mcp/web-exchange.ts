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

/** The message in the body; undefined if it is not JSON, which the package then answers itself. */
export function parseMessage({ body }: FastifyRequest): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Only what the protocol reads: the credentials, in the query or in a header, stay behind. */
const protocolHeader = /^(accept|content-type|last-event-id|mcp-.+)$/;

/** The body is added only where it is not passed on parsed: the package would copy and read it twice. */
export function toWebRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { hasBody }: { hasBody: boolean },
): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = Object.entries(request.headers).filter(
    (header): header is [string, string] => protocolHeader.test(header[0]) && typeof header[1] === 'string',
  );
  return new Request(new URL(pathOf(request.url), 'http://localhost'), {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(hasBody && request.body ? { body: request.body as Buffer<ArrayBuffer> } : {}),
  });
}

/**
 * Sends a subscription as it comes, and any other answer in one piece. Earlier revisions of the protocol get each answer
 * as a stream that ends by itself, and piping it takes more CPU.
 */
export async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  // Whether the connection stays is between the server and the client, which may want it closed.
  response.headers.delete('connection');
  reply.code(response.status).headers({
    ...Object.fromEntries(response.headers),
    'Cache-Control': 'no-store',
    ...(response.status === 405 ? { Allow: 'POST' } : {}),
  });
  const isStream =
    reply.request.headers['mcp-method'] === 'subscriptions/listen' &&
    response.headers.get('content-type')?.startsWith('text/event-stream');
  return reply.send(isStream ? Readable.fromWeb(response.body as ReadableStream) : await response.text());
}
