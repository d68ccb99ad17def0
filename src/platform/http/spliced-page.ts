import { randomBytes } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliDecompressSync,
  constants,
  crc32,
  createBrotliCompress,
  deflateRaw,
  type ZlibOptions,
} from 'node:zlib';

/** A page compressed once, with one slot that is filled for each response at the cost of a copy. */
export interface SplicedPage {
  /** Returns the page in pieces, so that all responses share the large ones. */
  fill(slot: string): Buffer[];
}

/** The text after the slot that is sent in the uncompressed block: it fixes the literal context of the next block. */
const afterSlotLength = 2;
const maxTries = 8;

/**
 * The text is compressed as head, filler and tail with a flush between them, so that each part ends on a byte. The
 * block of the filler is then replaced by an uncompressed one of the same length. Three things would break the result,
 * and none of them can be seen in the output: a back-reference into the filler, a distance remembered from it, a
 * literal context made of its last bytes. The filler is therefore random, the uncompressed block ends with constant
 * text, and every result is decompressed before it is used.
 */
export async function spliceBrotli(
  head: string,
  slotLength: number,
  tail: string,
  quality: number,
): Promise<SplicedPage> {
  const after = tail.slice(0, afterSlotLength);
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const filler = randomText(slotLength) + after;
    const { before, rest } = await compressAround(head, filler, tail.slice(afterSlotLength), quality);
    const start = Buffer.concat([before, brotliBlockHeader(filler.length)]);
    const spliced: SplicedPage = {
      fill(slot) {
        requireLength(slot, slotLength);
        return [start, Buffer.from(slot + after, 'latin1'), rest];
      },
    };
    if (isValid(spliced, head, slotLength, tail)) return spliced;
  }
  throw new Error('The page could not be compressed around its slot');
}

function requireLength(slot: string, length: number): void {
  if (slot.length !== length) throw new Error(`The slot takes ${length} characters`);
}

function isValid(spliced: SplicedPage, head: string, slotLength: number, tail: string): boolean {
  return [randomText(slotLength), randomText(slotLength), '-'.repeat(slotLength)].every((slot) => {
    try {
      return brotliDecompressSync(Buffer.concat(spliced.fill(slot))).toString() === head + slot + tail;
    } catch {
      return false;
    }
  });
}

const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

/** Returns what is compressed before and after the block of the filler. */
async function compressAround(head: string, filler: string, tail: string, quality: number) {
  const stream = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const take = () => Buffer.concat(chunks.splice(0));
  const flush = async (text: string) => {
    stream.write(text);
    await new Promise<void>((done) => stream.flush(done));
    // The flushed bytes can be read one turn of the event loop later.
    await new Promise(setImmediate);
    return take();
  };
  const before = await flush(head);
  await flush(filler);
  stream.end(tail);
  await finished(stream);
  return { before, rest: take() };
}

/** RFC 7932 section 9.2: not last (1 bit), length in 4 nibbles (2 bits), length - 1 (16 bits), uncompressed (1 bit). */
function brotliBlockHeader(length: number): Buffer {
  const bits = ((length - 1) << 3) | (1 << 19);
  return Buffer.from([bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff]);
}

const deflate = promisify<string, ZlibOptions, Buffer>(deflateRaw);

/**
 * In gzip (RFC 1952) a block starts on a byte after a flush: head, an uncompressed block with the slot, and a tail that
 * refers to nothing before it. Each response has a checksum of its own.
 */
export async function spliceGzip(head: string, slotLength: number, tail: string): Promise<SplicedPage> {
  const [before, rest] = await Promise.all([
    deflate(head, { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_FULL_FLUSH }),
    deflate(tail, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const start = Buffer.concat([gzipFileHeader, before, gzipBlockHeader(slotLength)]);
  const crcOfHead = crc32(head);
  const tailBytes = Buffer.from(tail);
  const length = Buffer.byteLength(head) + slotLength + tailBytes.length;
  return {
    fill(slot) {
      requireLength(slot, slotLength);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc32(tailBytes, crc32(slot, crcOfHead)));
      trailer.writeUInt32LE(length, 4);
      return [start, Buffer.from(slot, 'latin1'), rest, trailer];
    },
  };
}

/** Deflate, no name, no time, any system. */
const gzipFileHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** RFC 1951 section 3.2.4: not last, uncompressed, the length and its complement. */
function gzipBlockHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
