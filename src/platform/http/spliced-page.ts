import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliDecompressSync,
  constants,
  crc32,
  createBrotliCompress,
  deflateRaw,
  type ZlibOptions,
} from 'node:zlib';

/**
 * A text compressed once, with one slot that is filled anew for each answer at the cost of a copy.
 *
 * The text is compressed as head, filler and tail with a flush between them, so that each part ends on a
 * byte. The filler's own block is then left out and an uncompressed one of the same length stands in its
 * place. Three things would spoil it, and none can be seen from outside: a back-reference into the filler,
 * a distance remembered from it, a literal context made of its last bytes. The filler is random and the
 * raw block ends with text that never changes; and every result is decompressed before it is used.
 */
export interface Spliced {
  /** In pieces, so that the large ones are shared by all answers. */
  fill(slot: string): Buffer[];
}

/** Text after the slot that travels in the raw block: the next block's literal context is then always the same. */
const afterSlotLength = 2;
const tries = 8;

export async function spliceBrotli(
  head: string,
  slotLength: number,
  tail: string,
  quality: number,
): Promise<Spliced> {
  const after = tail.slice(0, afterSlotLength);
  const rest = tail.slice(afterSlotLength);
  for (let attempt = 0; attempt < tries; attempt++) {
    const filler = randomText(slotLength);
    const [before, , behind] = await compressInParts([head, filler + after, rest], quality);
    const start = Buffer.concat([before!, rawBlockHeader(slotLength + after.length)]);
    const spliced: Spliced = {
      fill(slot) {
        if (slot.length !== slotLength) throw new Error(`The slot takes ${slotLength} characters`);
        return [start, Buffer.from(slot + after, 'latin1'), behind!];
      },
    };
    if (isRight(spliced, head, slotLength, tail)) return spliced;
  }
  throw new Error('The page could not be compressed around its slot');
}

function isRight(spliced: Spliced, head: string, slotLength: number, tail: string): boolean {
  return [randomText(slotLength), randomText(slotLength), '-'.repeat(slotLength)].every((slot) => {
    try {
      return brotliDecompressSync(Buffer.concat(spliced.fill(slot))).toString() === head + slot + tail;
    } catch {
      return false;
    }
  });
}

const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

function compressInParts(parts: string[], quality: number): Promise<Buffer[]> {
  const stream = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  const results: Buffer[] = [];
  let chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[]>();
  const collect = () => {
    results.push(Buffer.concat(chunks));
    chunks = [];
  };
  const next = (index: number) => {
    const part = parts[index]!;
    if (index === parts.length - 1) return void stream.end(part);
    stream.write(part);
    stream.flush(() => {
      // What the flush made is readable one turn later.
      setImmediate(() => {
        collect();
        next(index + 1);
      });
    });
  };
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('error', reject);
  stream.on('end', () => {
    collect();
    resolve(results);
  });
  next(0);
  return promise;
}

/** RFC 7932 section 9.2: not last (1 bit), length in 4 nibbles (2 bits), length - 1 (16 bits), uncompressed (1 bit). */
function rawBlockHeader(length: number): Buffer {
  const bits = ((length - 1) << 3) | (1 << 19);
  return Buffer.from([bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff]);
}

const compress = promisify<string, ZlibOptions, Buffer>(deflateRaw);

/**
 * The same in gzip (RFC 1952), whose blocks begin on a byte after a flush: head, an uncompressed block with
 * the slot, and a tail that refers to nothing before it. The checksum at the end is of each answer's own text.
 */
export async function spliceGzip(head: string, slotLength: number, tail: string): Promise<Spliced> {
  const [before, behind] = await Promise.all([
    compress(head, { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_FULL_FLUSH }),
    compress(tail, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const start = Buffer.concat([fileHeader, before, storedBlockHeader(slotLength)]);
  const crcOfHead = crc32(head);
  const tailBytes = Buffer.from(tail);
  const length = Buffer.byteLength(head) + slotLength + tailBytes.length;
  return {
    fill(slot) {
      if (slot.length !== slotLength) throw new Error(`The slot takes ${slotLength} characters`);
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc32(tailBytes, crc32(slot, crcOfHead)));
      trailer.writeUInt32LE(length, 4);
      return [start, Buffer.from(slot, 'latin1'), behind, trailer];
    },
  };
}

/** Deflate, no name, no time, any system. */
const fileHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** RFC 1951 section 3.2.4: not last, uncompressed, the length and its complement. */
function storedBlockHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
