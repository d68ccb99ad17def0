import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/platform/root.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';

/** Measures the seconds from `npm start` to the first response, with and without a build. */
export const startPart: Part = {
  name: 'start',
  async run(): Promise<Figure[]> {
    rmSync(join(root, 'build'), { recursive: true, force: true });
    const unbuilt = await secondsToStart();
    const built = await secondsToStart();
    return [
      { what: 'start, nothing built yet', value: unbuilt, unit: 's' },
      { what: 'start, built', value: built, unit: 's' },
    ];
  },
};

async function secondsToStart(): Promise<number> {
  const began = performance.now();
  const portal = await startPortalProcess();
  const seconds = (performance.now() - began) / 1000;
  await portal.close();
  return seconds;
}
