import type { SiteSummary } from '../../../content/contract.ts';
import { defaultFlight as firstAddress, fleet as fleetAddress } from '../../../urls.ts';
import type { DefaultFlight, FleetSnapshot } from '../../../weather/contract.ts';
import { isDemoServed } from '../../api/identity.ts';
import { type Outcome, readOutcome, requestError } from '../../session/outcome.ts';
import type { Ask } from './viewer-data.ts';

const failed = 'The list of balloons could not be loaded. Check your connection and try again.';

/** What is shown to a reader who asks for nothing is the same for everyone: it can be asked for before it is known who asks. */
export interface FleetAhead {
  fleet: Promise<Outcome<FleetSnapshot>>;
  first: Promise<DefaultFlight | undefined> | undefined;
}

export function askAhead({ sandbox }: Pick<SiteSummary, 'sandbox'>, search: string): FleetAhead | undefined {
  if (!isDemoServed(sandbox, 'data')) return undefined;
  return { fleet: readFleet(), first: search === '' ? readDefault() : undefined };
}

/** The answer that is on its way already, once. */
function firstOf<Answer>(
  ahead: Promise<Answer> | undefined,
  read: (signal: AbortSignal) => Promise<Answer>,
): (signal: AbortSignal) => Promise<Answer> {
  let waiting = ahead;
  return (signal) => {
    const answer = waiting ?? read(signal);
    waiting = undefined;
    return answer;
  };
}

/** All balloons: of the sandbox with their tracks, of the provider's own API by name alone. */
export function fleetReader({ sandbox }: Pick<SiteSummary, 'sandbox'>, ask: Ask, ahead?: FleetAhead) {
  return firstOf<Outcome<FleetSnapshot>>(ahead?.fleet, (signal) =>
    isDemoServed(sandbox, 'data') ? readFleet(signal) : readMissions(ask, signal),
  );
}

async function readFleet(signal?: AbortSignal): Promise<Outcome<FleetSnapshot>> {
  try {
    return await readOutcome<FleetSnapshot>(await fetch(fleetAddress, signal ? { signal } : {}), failed);
  } catch {
    return requestError(0, failed);
  }
}

/** The flight to open with, in one answer; undefined where the balloons are not ours or it cannot be had. */
export function defaultFlightReader({ sandbox }: Pick<SiteSummary, 'sandbox'>, ahead?: FleetAhead) {
  return firstOf<DefaultFlight | undefined>(ahead?.first, async (signal) =>
    isDemoServed(sandbox, 'data') ? readDefault(signal) : undefined,
  );
}

async function readDefault(signal?: AbortSignal): Promise<DefaultFlight | undefined> {
  try {
    const answer = await readOutcome<DefaultFlight>(
      await fetch(firstAddress, signal ? { signal } : {}),
      failed,
    );
    return answer.ok ? answer.value : undefined;
  } catch {
    return undefined;
  }
}

type Missions = { missions: { id: string; name: string; launch_time: string }[] };

async function readMissions(ask: Ask, signal: AbortSignal): Promise<Outcome<FleetSnapshot>> {
  const answer = await ask({ path: '/missions.json', query: [] }, signal);
  if (!answer.ok) return answer;
  try {
    const { missions } = JSON.parse(answer.value) as Missions;
    const balloons = missions.map(({ id, name, launch_time }) => ({
      id,
      name,
      launch_time,
      altitude: Number.NaN,
      is_rising: false,
      track: [],
      path: [],
    }));
    return { ok: true, value: { time: '', track_minutes: 0, path_minutes: 0, balloons } };
  } catch {
    return requestError(0, failed);
  }
}
