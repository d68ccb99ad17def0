import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spliceGzip } from './spliced-gzip.ts';

const pages = fc.record({
  head: fc.string({ unit: 'binary', maxLength: 400 }),
  tail: fc.string({ unit: 'binary', maxLength: 4000 }),
  slot: fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.'), minLength: 1, maxLength: 120 }),
});

test('whatever stands around the slot and in it, the page comes out whole', async () => {
  await fc.assert(
    fc.asyncProperty(pages, async ({ head, tail, slot }) => {
      const spliced = await spliceGzip(head, slot.length, tail);
      for (const each of [slot, 'x'.repeat(slot.length)])
        expect(gunzipSync(Buffer.concat(spliced.fill(each))).toString()).toBe(head + each + tail);
    }),
    { numRuns: 60 },
  );
});

test('a slot of another length is refused', async () => {
  const spliced = await spliceGzip('head', 5, 'tail');
  expect(() => spliced.fill('four')).toThrow('5 characters');
});
