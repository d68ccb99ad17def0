import type { SiteSummary } from '../content/contract.ts';
import { isSandboxed } from '../content/sandbox-sentence.ts';
import type { Config } from '../platform/config.ts';
import type { PagesOptions } from '../site/pages.ts';
import { askForFleet, askForWind } from '../weather/fleet/asked-fleet.ts';
import { drawFleetOf, drawFleetWith } from '../weather/fleet/drawn-fleet.ts';
import type { FleetFeed } from '../weather/fleet/fleet-feed.ts';
import { fleetStepMs } from '../weather/fleet/fleet-snapshot.ts';
import { sourceFor } from '../weather/provider/source-for.ts';

/** So often the operator's key asks for every flight: about a hundred calls an hour for fifty balloons. */
const askedEveryMs = 30 * 60_000;

/**
 * What the landing page's picture is drawn from: our own fleet, or the provider's, asked for with the operator's key. Real
 * balloons are not drawn in made-up wind, nor the other way round.
 */
export function landingMap(
  { demoKey }: Config,
  { hosts, sandbox, weather: isWeather }: Pick<SiteSummary, 'hosts' | 'sandbox' | 'weather'>,
  feed: FleetFeed,
): PagesOptions['landingMap'] {
  if (sandbox === 'both') return { draw: () => drawFleetOf(feed), everyMs: fleetStepMs };
  if (isSandboxed(sandbox, 'data'))
    return { draw: async () => drawFleetWith((await feed.read()).fleet, undefined), everyMs: fleetStepMs };
  if (!demoKey || !isWeather) return undefined;
  const weather = sourceFor({ sandbox, weather: undefined, hosts })(demoKey);
  const draw = async () => {
    const nowMs = Date.now();
    const fleet = await askForFleet(weather, nowMs);
    return drawFleetWith(fleet, sandbox ? undefined : await askForWind(weather, nowMs));
  };
  return { draw, everyMs: askedEveryMs, isRemote: true };
}
