import type { SiteSummary } from '../../../content/contract.ts';
import { isSandboxed } from '../../../content/sandbox.ts';
import { defaultFlight as defaultFlightAddress, fleet as fleetAddress } from '../../../urls.ts';
import type { DefaultFlight, FleetSnapshot } from '../../../weather/contract.ts';
import { preloadCalls } from '../../api/on-demand-calls.ts';
import type { Outcome } from '../../session/outcome.ts';
import { getJson } from '../../session/send.ts';

/** Answers that are the same for everyone, so they are requested before the identity is known. */
export interface Prefetched {
  fleet?: Promise<Outcome<FleetSnapshot>>;
  flight?: Promise<DefaultFlight | undefined>;
}

export const fleetError = "The list of balloons couldn't be loaded. Check your connection and try again.";

export const readFleet = () => getJson<FleetSnapshot>(fleetAddress, fleetError);

export async function readDefaultFlight(): Promise<DefaultFlight | undefined> {
  const answer = await getJson<DefaultFlight>(defaultFlightAddress, fleetError);
  return answer.ok ? answer.value : undefined;
}

let early: Prefetched | undefined;

/** A visit that begins with the viewer saves a round trip, because the answers arrive while the app starts. */
export function prefetchEarly(site: SiteSummary): void {
  early = prefetch(site);
}

export function takePrefetched(site: SiteSummary): Prefetched {
  const prefetched = early ?? prefetch(site);
  early = undefined;
  return prefetched;
}

function prefetch({ sandbox }: SiteSummary): Prefetched {
  const hasFeeds = isSandboxed(sandbox, 'data');
  const isLinked = location.search !== '';
  if (!hasFeeds || isLinked) void preloadCalls();
  if (!hasFeeds) return {};
  return { fleet: readFleet(), ...(!isLinked && { flight: readDefaultFlight() }) };
}
