import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import type { Spliced } from './spliced-brotli.ts';

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
  const start = Buffer.concat([fileHeader, before, rawBlockHeader(slotLength)]);
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
function rawBlockHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
