import type { DrawnSky } from '../../content/contract.ts';
import { inSlices } from '../../platform/long-work.ts';
import type { Sky } from '../contract.ts';
import type { SkyFeed } from './sky-feed.ts';
import { drawSky } from './sky-picture.ts';
import { sandboxWind, type WindAt, windLevelHpa } from './wind.ts';

/** The sandbox's sky as it is now, from what the maps of the browser get too. */
export async function drawSkyOf(feed: SkyFeed): Promise<DrawnSky> {
  const { sky } = await feed.read();
  return drawSkyWith(sky, sandboxWind(Date.parse(sky.time)));
}

/** Where nobody tells of the wind, the balloons are drawn without it. */
export async function drawSkyWith(sky: Sky, wind: WindAt | undefined): Promise<DrawnSky> {
  return { picture: await inSlices(drawSky(sky, wind)), caption: captionOf(sky, wind !== undefined) };
}

function captionOf({ time, balloons }: Sky, hasWind: boolean): string {
  const wind = hasWind ? `, wind at ${windLevelHpa} hPa` : '';
  return `${balloons.length} balloons in the air${wind}, ${time.slice(11, 16)} UTC`;
}
