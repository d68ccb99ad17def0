import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Spliced, spliceBrotli, spliceGzip } from './spliced-page.ts';

/** Bytes that are the same for everyone: an asset, a data file. */
export interface ServedFile {
  type: string;
  cacheControl: string;
  etag: string;
  plain: Buffer;
  brotli: (() => Promise<Buffer>) | undefined;
  gzip: (() => Promise<Buffer>) | undefined;
}

export const cacheForever = 'public, max-age=31536000, immutable';
export const cacheAndAsk = 'no-cache';

export function servedFile(type: string, content: string | Buffer, cacheControl: string): ServedFile {
  const plain = Buffer.from(content);
  const compressible = /^text\/|json|javascript|svg|yaml/.test(type);
  return {
    type,
    cacheControl,
    etag: etagOf(plain),
    plain,
    brotli: compressible
      ? quickThenBest((quality) => compressBrotli(plain, brotliOptions(quality)))
      : undefined,
    gzip: compressible ? once(() => compressGzip(plain)) : undefined,
  };
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  /** The request headers on which the answer depends. */
  vary = 'Accept-Encoding',
): Promise<FastifyReply> {
  reply.header('Cache-Control', file.cacheControl).header('Vary', vary).header('ETag', file.etag);
  if (isFresh(request, file.etag)) return reply.code(304).send();
  reply.type(file.type);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const body = encoding && (await file[encoding]?.());
  if (!body) return reply.send(file.plain);
  return reply.header('Content-Encoding', encodingNames[encoding]).send(body);
}

/** A page rendered once, with a slot for the visitor's CSRF token. Its ETag ignores the token. */
export interface ServedPage {
  status: number;
  etag: string;
  headers: Record<string, string>;
  plain: Spliced;
  brotli: () => Promise<Spliced>;
  gzip: () => Promise<Spliced>;
}

interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
  /** In a few minutes there is another: not worth the best compression. */
  isShortLived?: boolean;
}

export function servedPage(
  head: string,
  slotLength: number,
  tail: string,
  options: PageOptions = {},
): ServedPage {
  return {
    status: options.status ?? 200,
    headers: options.headers ?? {},
    etag: etagOf(Buffer.from(head + tail)),
    plain: unspliced(head, tail),
    brotli: options.isShortLived
      ? once(() => spliceBrotli(head, slotLength, tail, quickQuality))
      : quickThenBest((quality) => spliceBrotli(head, slotLength, tail, quality)),
    gzip: once(() => spliceGzip(head, slotLength, tail)),
  };
}

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ServedPage,
  slot: string,
): Promise<FastifyReply> {
  reply
    .header('Cache-Control', 'private, no-cache')
    .header('Vary', 'Accept-Encoding, Accept')
    .header('ETag', page.etag)
    .headers(page.headers);
  if (page.status === 200 && isFresh(request, page.etag)) return reply.code(304).send();
  reply.code(page.status).type('text/html; charset=utf-8');
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return sendPieces(reply, page.plain.fill(slot));
  const spliced = await page[encoding]();
  return sendPieces(reply.header('Content-Encoding', encodingNames[encoding]), spliced.fill(slot));
}

/** Without joining them first: a copy of every page would wait in memory for each client that reads slowly. */
function sendPieces(reply: FastifyReply, pieces: Buffer[]): FastifyReply {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  reply.header('Content-Length', length).hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.cork();
  if (reply.request.method !== 'HEAD') for (const piece of pieces) raw.write(piece);
  raw.end();
  return reply;
}

function unspliced(head: string, tail: string): Spliced {
  const [before, behind] = [Buffer.from(head), Buffer.from(tail)];
  return { fill: (slot) => [before, Buffer.from(slot), behind] };
}

const encodingNames = { brotli: 'br', gzip: 'gzip' } as const;

export function acceptedEncoding(header: string | undefined): keyof typeof encodingNames | undefined {
  const accepted = new Set<string>();
  for (const entry of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  if (accepted.has('br')) return 'brotli';
  if (accepted.has('gzip')) return 'gzip';
  return undefined;
}

export function isFresh(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match'];
  return known?.split(',').some((entry) => entry.trim() === etag || entry.trim() === '*') ?? false;
}

// Weak: the same page in another encoding, or with another token, counts as the same.
const etagOf = (content: Buffer) =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

const compressBrotli = promisify<Buffer, object, Buffer>(brotliCompress);
const compressGzip = promisify<Buffer | string, Buffer>(gzip);
const brotliOptions = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Milliseconds of work: the first to ask waits for no more. */
const quickQuality = 5;
/** A tenth smaller, and up to half a second of work. */
const bestQuality = 11;

/** Compressed when first asked for: quickly for the first request, then as well as it can be for all that follow. */
function quickThenBest<T>(compress: (quality: number) => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (!made) {
      made = compress(quickQuality);
      made
        .then(() => compress(bestQuality))
        .then(
          (best) => {
            made = Promise.resolve(best);
          },
          // What was made quickly stays.
          () => {},
        );
    }
    return made;
  };
}

/** The second caller gets the first one's result, also while it is still being made. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Below this a packet of the network is not filled anyway. */
const bytesMin = 1024;
/** Made for one reader each time: what costs more than it saves on the way is left out. */
const quality = 4;

const isText = /^(application\/json|text\/)/;
const brotliAsync = promisify<Buffer, object, Buffer>(brotliCompress);
const gzipAsync = promisify<Buffer, object, Buffer>(gzip);

/** JSON and text are compressed as they are sent, in threads of their own; files, which are streams, never. */
export function compressAnswers(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !isText.test(String(reply.getHeader('content-type')))) return payload;
    const vary = reply.getHeader('vary');
    reply.header('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (!encoding || payload.length < bytesMin) return payload;
    // A length was told of the text, if any.
    reply.removeHeader('content-length');
    const bytes = Buffer.from(payload);
    if (encoding === 'gzip') {
      reply.header('Content-Encoding', 'gzip');
      return gzipAsync(bytes, { level: quality });
    }
    reply.header('Content-Encoding', 'br');
    return brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  });
}
