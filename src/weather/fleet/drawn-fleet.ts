import type { LandingMap } from '../../content/contract.ts';
import { inSlices } from '../../platform/long-work.ts';
import type { FleetSnapshot } from '../contract.ts';
import type { FleetFeed } from './fleet-feed.ts';
import { drawFleet } from './landing-map.ts';
import { sandboxWind, type WindAt, windLevelHpa } from './wind.ts';

/** The sandbox's fleet as it is now, from what the maps of the browser get too. */
export async function drawFleetOf(feed: FleetFeed): Promise<LandingMap> {
  const { fleet } = await feed.read();
  return drawFleetWith(fleet, sandboxWind(Date.parse(fleet.time)));
}

/** Where nobody tells of the wind, the balloons are drawn without it. */
export async function drawFleetWith(fleet: FleetSnapshot, wind: WindAt | undefined): Promise<LandingMap> {
  return { picture: await inSlices(drawFleet(fleet, wind)), caption: captionOf(fleet, wind !== undefined) };
}

function captionOf({ time, balloons }: FleetSnapshot, hasWind: boolean): string {
  const wind = hasWind ? `, wind at ${windLevelHpa} hPa` : '';
  return `${balloons.length} balloons in the air${wind}, ${time.slice(11, 16)} UTC`;
}
