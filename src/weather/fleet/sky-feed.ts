import { cacheAndAsk, type ServedFile, servedFile } from '../../platform/http/served-file.ts';
import { inSlices } from '../../platform/long-work.ts';
import type { Sky } from '../contract.ts';
import { skyAt, skyEveryMs } from './sky.ts';

interface SkyNow {
  sky: Sky;
  file: ServedFile;
}

/** The sky as it is now: made when first asked for, and once for everyone until it changes. */
export class SkyFeed {
  readonly #now: () => number;
  #timeMs = Number.NaN;
  #made: Promise<SkyNow> | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  read(): Promise<SkyNow> {
    const timeMs = Math.floor(this.#now() / skyEveryMs) * skyEveryMs;
    if (!this.#made || this.#timeMs !== timeMs) {
      this.#timeMs = timeMs;
      this.#made = makeSky(timeMs);
    }
    return this.#made;
  }
}

async function makeSky(timeMs: number): Promise<SkyNow> {
  const sky = await inSlices(skyAt(timeMs));
  return { sky, file: servedFile('application/json; charset=utf-8', JSON.stringify(sky), cacheAndAsk) };
}
