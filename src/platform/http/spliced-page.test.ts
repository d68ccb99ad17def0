import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spliceBrotli, spliceGzip } from './spliced-page.ts';

const slotText = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.'), minLength: length, maxLength: length });

describe('brotli', () => {
  test('the page is complete with any text in the slot and around it', async () => {
    const pages = fc.record({
      head: fc.string({ unit: 'binary', maxLength: 400 }),
      quality: fc.constantFrom(5, 11),
      // The two characters after the slot are sent as single bytes.
      afterSlot: fc.string({ unit: 'grapheme-ascii', minLength: 2, maxLength: 2 }),
      rest: fc.string({ unit: 'binary', maxLength: 4000 }),
      slots: fc
        .integer({ min: 1, max: 120 })
        .chain((length) => fc.array(slotText(length), { minLength: 1, maxLength: 4 })),
    });
    await fc.assert(
      fc.asyncProperty(pages, async ({ quality, head, afterSlot, rest, slots }) => {
        const tail = afterSlot + rest;
        const spliced = await spliceBrotli(head, slots[0]!.length, tail, quality);
        for (const slot of slots)
          expect(brotliDecompressSync(Buffer.concat(spliced.fill(slot))).toString()).toBe(head + slot + tail);
      }),
      { numRuns: 60 },
    );
  });

  test('text that repeats the content of the slot is not changed', async () => {
    const slot = 'token-token-token-token';
    const tail = `">${slot.repeat(200)}`;
    const spliced = await spliceBrotli('<meta content="', slot.length, tail, 11);
    for (const other of [slot, 'x'.repeat(slot.length), slot.toUpperCase()]) {
      expect(brotliDecompressSync(Buffer.concat(spliced.fill(other))).toString()).toBe(
        `<meta content="${other}${tail}`,
      );
    }
  });

  test('a slot of a different length is rejected', async () => {
    const spliced = await spliceBrotli('head', 5, 'tail', 11);
    expect(() => spliced.fill('four')).toThrow('5 characters');
  });
});

describe('gzip', () => {
  const pages = fc.record({
    head: fc.string({ unit: 'binary', maxLength: 400 }),
    tail: fc.string({ unit: 'binary', maxLength: 4000 }),
    slot: fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.'), minLength: 1, maxLength: 120 }),
  });

  test('the page is complete with any text in the slot and around it', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async ({ head, tail, slot }) => {
        const spliced = await spliceGzip(head, slot.length, tail);
        for (const each of [slot, 'x'.repeat(slot.length)])
          expect(gunzipSync(Buffer.concat(spliced.fill(each))).toString()).toBe(head + each + tail);
      }),
      { numRuns: 60 },
    );
  });

  test('a slot of a different length is rejected', async () => {
    const spliced = await spliceGzip('head', 5, 'tail');
    expect(() => spliced.fill('four')).toThrow('5 characters');
  });
});
