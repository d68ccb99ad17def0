import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyText, openLongStage } from '../fuzz/long-stage.ts';

describe('15,000 characters of any class', () => {
  let stage: Awaited<ReturnType<typeof openLongStage>>;
  beforeAll(async () => {
    stage = await openLongStage();
  });
  afterAll(() => stage?.close());

  test('cost no more CPU than as many letters, wherever text may stand', async () => {
    const texts = everyText(stage.places);
    expect(await stage.complaints(texts)).toEqual([]);
    console.log(`${texts.length} texts at ${stage.places.length} places`);
  });
});
