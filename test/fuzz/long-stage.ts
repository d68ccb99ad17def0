import { openApiOf } from '../../src/content/outputs/openapi.ts';
import { realContent, startPortal } from '../helpers/portal.ts';
import { listen } from '../helpers/raw-http.ts';
import { CpuCost } from './cpu-cost.ts';
import { type Place, placesOf } from './long-places.ts';
import { failingRuns, longRuns } from './long-runs.ts';
import type { OpenApi } from './operations.ts';
import { surveyPortal } from './surface.ts';
import { Wallet } from './wallet.ts';

export type LongText = { place: Place; text: string };

/** A portal in this process, every place in it that takes text, and what a text costs there. */
export async function openLongStage() {
  const portal = await startPortal({}, undefined, realContent);
  const port = await listen(portal);
  const url = `http://localhost:${port}`;
  const { database, config, site, clock } = portal;
  const wallet = await Wallet.open({ db: database.db, secretKeys: config.secretKeys, now: clock.now, url });
  const openApi = openApiOf(site) as unknown as OpenApi;
  const surface = await surveyPortal(url, { wallet, openApi, server: portal.server, nowMs: clock.now() });
  const cost = new CpuCost(port, wallet);
  return {
    places: placesOf(surface),
    close: portal.close,
    /** What is too dear; empty when all is well. */
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

/** Every text at every place: minutes. */
export const everyText = (places: Place[]): LongText[] =>
  places.flatMap((place) => longRuns.map((text) => ({ place, text })));

/** Every text that fails at last at one place of each reader, and one text at every place. */
export function someTexts(places: Place[]): LongText[] {
  const ofReaders = [...new Map(places.toReversed().map((place) => [place.reader, place])).values()];
  return [
    ...ofReaders.flatMap((place) => failingRuns.map((text) => ({ place, text }))),
    ...places.map((place, index) => ({ place, text: longRuns[index % longRuns.length]! })),
  ];
}
