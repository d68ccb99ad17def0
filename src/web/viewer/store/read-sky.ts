import type { SiteSummary } from '../../../content/contract.ts';
import { firstFlight as firstAddress, sky as skyAddress } from '../../../urls.ts';
import type { FirstFlight, Sky } from '../../../weather/contract.ts';
import { isDemoServed } from '../../api/identity.ts';
import { type Outcome, readOutcome, refusal } from '../../session/outcome.ts';
import type { Ask } from './viewer-data.ts';

const failed = 'The list of balloons could not be loaded. Check your connection and try again.';

/** What is shown to a reader who asks for nothing is the same for everyone: it can be asked for before it is known who asks. */
export interface SkyAhead {
  sky: Promise<Outcome<Sky>>;
  first: Promise<FirstFlight | undefined> | undefined;
}

export function askAhead({ sandbox }: Pick<SiteSummary, 'sandbox'>, search: string): SkyAhead | undefined {
  if (!isDemoServed(sandbox, 'data')) return undefined;
  return { sky: readSky(), first: search === '' ? readFirst() : undefined };
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
export function skyReader({ sandbox }: Pick<SiteSummary, 'sandbox'>, ask: Ask, ahead?: SkyAhead) {
  return firstOf<Outcome<Sky>>(ahead?.sky, (signal) =>
    isDemoServed(sandbox, 'data') ? readSky(signal) : readMissions(ask, signal),
  );
}

async function readSky(signal?: AbortSignal): Promise<Outcome<Sky>> {
  try {
    return await readOutcome<Sky>(await fetch(skyAddress, signal ? { signal } : {}), failed);
  } catch {
    return refusal(0, failed);
  }
}

/** The flight to open with, in one answer; undefined where the balloons are not ours or it cannot be had. */
export function firstFlightReader({ sandbox }: Pick<SiteSummary, 'sandbox'>, ahead?: SkyAhead) {
  return firstOf<FirstFlight | undefined>(ahead?.first, async (signal) =>
    isDemoServed(sandbox, 'data') ? readFirst(signal) : undefined,
  );
}

async function readFirst(signal?: AbortSignal): Promise<FirstFlight | undefined> {
  try {
    const answer = await readOutcome<FirstFlight>(
      await fetch(firstAddress, signal ? { signal } : {}),
      failed,
    );
    return answer.ok ? answer.value : undefined;
  } catch {
    return undefined;
  }
}

type Missions = { missions: { id: string; name: string; launch_time: string }[] };

async function readMissions(ask: Ask, signal: AbortSignal): Promise<Outcome<Sky>> {
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
    return refusal(0, failed);
  }
}
