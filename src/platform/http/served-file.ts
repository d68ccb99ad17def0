import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SplicedPage, spliceBrotli, spliceGzip } from './spliced-page.ts';

/** A file with the same bytes for everyone, such as an asset or a data file. */
export interface ServedFile {
  type: string;
  cacheControl: string;
  etag: string;
  plain: Buffer;
  /** Missing if the type does not compress. */
  brotli?: () => Promise<Buffer>;
  gzip?: () => Promise<Buffer>;
}

export const cacheForever = 'public, max-age=31536000, immutable';
export const revalidate = 'no-cache';

export function servedFile(type: string, content: string | Buffer, cacheControl: string): ServedFile {
  const plain = Buffer.from(content);
  const file = { type, cacheControl, etag: etagOf(plain), plain };
  if (!/^text\/|json|javascript|svg|yaml/.test(type)) return file;
  return {
    ...file,
    brotli: quickThenBest((quality) => compressBrotli(plain, brotliOptions(quality))),
    gzip: once(() => compressGzip(plain, {})),
  };
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  /** The request headers that the response depends on. */
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

/** Pages of any origin may read the file. It must not depend on who asks. */
export function sendPublicFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  vary?: string,
): Promise<FastifyReply> {
  return sendFile(request, reply.headers(anyOrigin), file, vary);
}

export const anyOrigin = { 'Access-Control-Allow-Origin': '*' };

/** A page rendered once, with a slot for the visitor's CSRF token. Its ETag ignores the token. */
export interface ServedPage {
  status: number;
  etag: string;
  headers: Record<string, string>;
  plain: SplicedPage;
  brotli: () => Promise<SplicedPage>;
  gzip: () => Promise<SplicedPage>;
}

interface PageOptions {
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
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
    plain: uncompressed(head, tail),
    brotli: quickThenBest((quality) => spliceBrotli(head, slotLength, tail, quality)),
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
  if (encoding) reply.header('Content-Encoding', encodingNames[encoding]);
  const spliced = encoding ? await page[encoding]() : page.plain;
  return sendPieces(reply, spliced.fill(slot));
}

/** The pieces are not joined: a copy of the page would wait in memory for each client that reads slowly. */
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

function uncompressed(head: string, tail: string): SplicedPage {
  const [before, after] = [Buffer.from(head), Buffer.from(tail)];
  return { fill: (slot) => [before, Buffer.from(slot), after] };
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

// The ETag is weak: the same page in another encoding, or with another token, counts as the same.
const etagOf = (content: Buffer) =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

const compressBrotli = promisify<Buffer, object, Buffer>(brotliCompress);
const compressGzip = promisify<Buffer, object, Buffer>(gzip);
const brotliOptions = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** This quality takes milliseconds, so the first client does not wait longer. */
const quickQuality = 5;
/** This quality gives a tenth less, and takes up to half a second. */
const bestQuality = 11;

/** Compresses on demand: quickly for the first request, with the best quality for the following ones. */
function quickThenBest<T>(compress: (quality: number) => Promise<T>): () => Promise<T> {
  const quick = once(() => compress(quickQuality));
  let best: T | undefined;
  const improve = once(async () => {
    await quick();
    best = await compress(bestQuality);
  });
  return async () => {
    // The quick result stays if this fails.
    improve().catch(() => {});
    return best ?? quick();
  };
}

/** Later callers get the first caller's result, also while it is still pending. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= create();
    return result;
  };
}

/** A smaller response fits into one network packet anyway. */
const minBytes = 1024;
/** These responses are compressed for one client each, so the quality must cost less than it saves on the network. */
const responseQuality = 4;

const isText = /^(application\/json|text\/)/;

/** Compresses JSON and text in worker threads as they are sent. Files are streams and are never compressed. */
export function compressResponses(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !isText.test(String(reply.getHeader('content-type')))) return payload;
    const vary = reply.getHeader('vary');
    reply.header('Vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (!encoding || payload.length < minBytes) return payload;
    // A length that was set is that of the uncompressed text.
    reply.removeHeader('content-length').header('Content-Encoding', encodingNames[encoding]);
    const bytes = Buffer.from(payload);
    return encoding === 'gzip'
      ? compressGzip(bytes, { level: responseQuality })
      : compressBrotli(bytes, brotliOptions(responseQuality));
  });
}
