import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyText, openLongInputCheck } from '../fuzz/long-input-check.ts';

describe('15,000 characters of any class', () => {
  let environment: Awaited<ReturnType<typeof openLongInputCheck>>;
  beforeAll(async () => {
    environment = await openLongInputCheck();
  });
  afterAll(() => environment?.close());

  test('cost no more CPU than as many letters, wherever text may stand', async () => {
    const texts = everyText(environment.places);
    expect(await environment.complaints(texts)).toEqual([]);
    console.log(`${texts.length} texts at ${environment.places.length} places`);
  });
});
