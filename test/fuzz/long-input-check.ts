import { openApiOf } from '../../src/content/outputs/openapi.ts';
import { realContent, startPortal } from '../helpers/portal.ts';
import { listen } from '../helpers/raw-http.ts';
import { exchange } from './exchange.ts';
import { type Place, placesOf } from './long-input-targets.ts';
import { failingRuns, innocent, longRuns } from './long-texts.ts';
import type { OpenApi } from './operations.ts';
import { toWire } from './request.ts';
import { surveyPortal } from './surface.ts';
import { TestCredentials } from './test-credentials.ts';

type LongText = { place: Place; text: string };

/** Measures in this process what a text costs at every place of a portal that accepts text. */
export async function openLongInputCheck() {
  const portal = await startPortal({}, undefined, realContent);
  const port = await listen(portal);
  const url = `http://localhost:${port}`;
  const { database, config, site, clock } = portal;
  const testCredentials = await TestCredentials.open({
    db: database.db,
    secretKeys: config.secretKeys,
    now: clock.now,
    url,
  });
  const openApi = openApiOf(site) as unknown as OpenApi;
  const surface = await surveyPortal(url, {
    testCredentials,
    openApi,
    server: portal.server,
    nowMs: clock.now(),
  });
  const cost = new CpuCost(port, testCredentials);
  return {
    places: placesOf(surface),
    close: portal.close,
    /** The requests that cost too much. */
    async complaints(texts: LongText[]): Promise<string[]> {
      const found: string[] = [];
      for (const { place, text } of texts) {
        const complaint = await cost.complaint(place, text);
        if (complaint) found.push(complaint);
      }
      return found;
    },
  };
}

/** Sends every text to every place, which takes minutes. */
export const everyText = (places: Place[]): LongText[] =>
  places.flatMap((place) => longRuns.map((text) => ({ place, text })));

/** Sends every text that fails late to one place per reader, and one text to every place. */
export function someTexts(places: Place[]): LongText[] {
  const ofReaders = [...new Map(places.toReversed().map((place) => [place.reader, place])).values()];
  return [
    ...ofReaders.flatMap((place) => failingRuns.map((text) => ({ place, text }))),
    ...places.map((place, index) => ({ place, text: longRuns[index % longRuns.length]! })),
  ];
}

/** A request costs too much above this time and above this multiple of a harmless request of the same size. */
const maxMs = 50;
const maxTimes = 10;
const tries = 3;

/** Sends each text to each place and returns those that cost too much. */
class CpuCost {
  readonly #port: number;
  readonly #testCredentials: TestCredentials;

  constructor(port: number, testCredentials: TestCredentials) {
    this.#port = port;
    this.#testCredentials = testCredentials;
  }

  /** Returns undefined if the cost is within the limit. */
  async complaint(place: Place, text: string): Promise<string | undefined> {
    if ((await this.#cpuMs(place, text)) <= maxMs) return undefined;
    const hostile = await this.#least(place, text);
    // The comparison uses a few of the same characters, because 15,000 zeros are a number whose answer has a cost.
    const few = text.slice(0, 9) + text.slice(-1);
    const usual = Math.max(await this.#least(place, innocent), await this.#least(place, few));
    if (hostile <= maxMs || hostile <= maxTimes * usual) return undefined;
    const cost = `${Math.round(hostile)} ms of CPU, an innocent text ${usual.toFixed(1)} ms`;
    return `${place.name} ← ${JSON.stringify(text.slice(0, 8))}…${JSON.stringify(text.slice(-1))}: ${cost}`;
  }

  async #least(place: Place, text: string): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < tries; attempt++) least = Math.min(least, await this.#cpuMs(place, text));
    return least;
  }

  /** CPU time of this thread only, because other threads hash passwords and compress. */
  async #cpuMs(place: Place, text: string): Promise<number> {
    const wire = toWire(place.request(text), this.#testCredentials);
    const before = process.threadCpuUsage();
    await exchange(this.#port, wire);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  }
}
