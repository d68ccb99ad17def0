import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptedEncoding } from './served-file.ts';

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
