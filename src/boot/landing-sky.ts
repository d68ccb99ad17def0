import type { SiteSummary } from '../content/contract.ts';
import { isSandboxed } from '../content/sandbox-sentence.ts';
import type { Config } from '../platform/config.ts';
import type { PagesOptions } from '../site/pages.ts';
import { askForSky, askForWind } from '../weather/fleet/asked-sky.ts';
import { drawSkyOf, drawSkyWith } from '../weather/fleet/drawn-sky.ts';
import { skyEveryMs } from '../weather/fleet/sky.ts';
import type { SkyFeed } from '../weather/fleet/sky-feed.ts';
import { sourceFor } from '../weather/provider/source-for.ts';

/** So often the operator's key asks for every flight: about a hundred calls an hour for fifty balloons. */
const askedEveryMs = 30 * 60_000;

/**
 * What the landing page's picture is drawn from: our own sky, or the provider's, asked for with the operator's key. Real
 * balloons are not drawn in made-up wind, nor the other way round.
 */
export function landingSky(
  { demoKey }: Config,
  { hosts, sandbox, weather: isWeather }: Pick<SiteSummary, 'hosts' | 'sandbox' | 'weather'>,
  feed: SkyFeed,
): PagesOptions['sky'] {
  if (sandbox === 'both') return { draw: () => drawSkyOf(feed), everyMs: skyEveryMs };
  if (isSandboxed(sandbox, 'data'))
    return { draw: async () => drawSkyWith((await feed.read()).sky, undefined), everyMs: skyEveryMs };
  if (!demoKey || !isWeather) return undefined;
  const weather = sourceFor({ sandbox, weather: undefined, hosts })(demoKey);
  const draw = async () => {
    const nowMs = Date.now();
    const sky = await askForSky(weather, nowMs);
    return drawSkyWith(sky, sandbox ? undefined : await askForWind(weather, nowMs));
  };
  return { draw, everyMs: askedEveryMs, isFar: true };
}
