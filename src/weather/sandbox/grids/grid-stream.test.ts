import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { allFields } from '../../gridded-routes.ts';
import type { GridFile } from './grid-file.ts';
import { createGridStreams, gridFileBytes } from './grid-stream.ts';

const valid = { forecast: { model: 'main' as const, runMs: Date.UTC(2026, 10, 14) }, hour: 12 };
const full: GridFile = { fields: allFields, resolution: 0.25, valid };
const small: GridFile = { fields: allFields.slice(0, 1), resolution: 1, valid };
const streams = createGridStreams();
afterAll(() => streams.close());

describe('a grid stream', () => {
  test('gives exactly as many bytes as it promised', async () => {
    expect((await buffer(streams.open(small))).length).toBe(gridFileBytes(small));
  });

  test('computes no more than its reader takes', async () => {
    const stream = streams.open(full);
    await once(stream, 'readable');
    // While the small file is read to its end, the worker has time to compute the large one.
    await buffer(streams.open(small));
    expect(stream.readableLength).toBeLessThan(1_000_000);
    stream.destroy();
    await once(stream, 'close');
  });

  test('takes turns with others: a small file overtakes a large one', async () => {
    const large = streams.open(full);
    large.resume();
    await buffer(streams.open(small));
    expect(large.readableEnded).toBe(false);
    large.destroy();
  });

  // In the long run, because a file long enough to show this takes half a minute.
  test.runIf(process.env.TEST_LONG)(
    'holds less in memory than V8 leaves uncollected, however long the file',
    async () => {
      const before = process.memoryUsage().external;
      let most = 0;
      for await (const _chunk of streams.open({ ...full, resolution: 0.5 }))
        most = Math.max(most, process.memoryUsage().external - before);
      // V8 frees the buffers of sent chunks once some 64 MB of them have gathered; the file has 138 MB.
      expect(most).toBeLessThan(100_000_000);
    },
  );

  test('starts again after it was closed', async () => {
    await streams.close();
    expect((await buffer(streams.open(small))).length).toBe(gridFileBytes(small));
  });
});
