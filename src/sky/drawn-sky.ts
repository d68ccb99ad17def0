import type { DrawnSky } from '../content/contract.ts';
import { inSlices } from '../platform/long-work.ts';
import type { Sky } from '../weather/contract.ts';
import type { SkyFeed } from '../weather/sky-feed.ts';
import { drawSky } from './sky-picture.ts';
import { windLevelHpa } from './wind.ts';

/** The sky as it is now, from what the maps of the browser get too. */
export async function drawSkyOf(feed: SkyFeed): Promise<DrawnSky> {
  const { sky } = await feed.read();
  return { picture: await inSlices(drawSky(sky)), caption: captionOf(sky) };
}

function captionOf({ time, balloons }: Sky): string {
  return `${balloons.length} balloons in the air, wind at ${windLevelHpa} hPa, ${time.slice(11, 16)} UTC`;
}
