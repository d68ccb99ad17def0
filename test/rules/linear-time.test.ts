import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLongInputCheck, someTexts } from '../fuzz/long-input-check.ts';

/** `npm run test:faults` runs the complete set. */
describe('15,000 characters of any class', () => {
  let check: Awaited<ReturnType<typeof openLongInputCheck>>;
  beforeAll(async () => {
    check = await openLongInputCheck();
  }, 60_000);
  afterAll(() => check?.close());

  test('cost no more CPU than as many letters, in every path, parameter, field, header and argument', async () => {
    const texts = someTexts(check.places);
    for (const kind of ['path', 'parameter', 'field', 'header', 'argument'])
      expect(texts.filter(({ place }) => place.reader.startsWith(kind)).length).toBeGreaterThan(100);
    expect(await check.complaints(texts)).toEqual([]);
  }, 300_000);
});
