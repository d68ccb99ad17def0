import { formatCount } from '../../../pictures/format.ts';
import { distanceMetres, type Leg } from '../../../pictures/sounding/legs.ts';
import type { Sounding } from '../../../pictures/sounding/sounding.ts';
import { isUnavailable } from '../../../pictures/sounding/unavailable.ts';
import { formatMinute, hourMs } from '../../../time.ts';
import { type Outcome, requestError } from '../../session/outcome.ts';
import { legNumberAt } from '../store/flight-calls.ts';
import { type CallText, type Flight, loadFlight, loadLeg, type ViewedLeg } from '../store/viewer-data.ts';
import type { LoadedProfile } from './reference-store.ts';

export interface OtherLegOptions {
  /** `before`, or a mission by its name and id. */
  compare: 'before' | Pick<Flight, 'mission' | 'id'>;
  flight: Flight;
  leg: ViewedLeg;
  sounding: Sounding;
  callText: CallText;
}

const middleOf = ({ begin, end }: Leg) => (begin.timeSeconds + end.timeSeconds) / 2;

/** The leg before this one, or the leg of another balloon that is nearest in time. */
export async function loadOtherLeg(
  { compare, flight, leg, sounding, callText }: OtherLegOptions,
  signal: AbortSignal,
): Promise<Outcome<Pick<LoadedProfile, 'name'> & Pick<Sounding, 'levels'>>> {
  const isBefore = compare === 'before';
  const other = isBefore ? { ok: true as const, value: flight } : await loadFlight(callText, compare, signal);
  if (!other.ok) return other;
  const { mission, legs } = other.value;
  const number = isBefore ? leg.number - 1 : legNumberAt(legs, middleOf(leg.leg));
  const found = await loadLeg(callText, other.value, number, signal);
  if (!found.ok) return found;
  const theirs = found.value?.sounding;
  if (!theirs || isUnavailable(theirs))
    return requestError(0, theirs?.unavailable ?? `${mission} hasn't flown a leg yet.`);
  const name = nameOf(theirs.leg, { mission, number }, sounding.leg);
  return { ok: true, value: { name, levels: theirs.levels } };
}

/** "Leg 5 of W-7345, 17 Nov 06:00 UTC, 412 km away, 2.5 hours earlier" */
function nameOf(leg: Leg, { mission, number }: Pick<ViewedLeg, 'mission' | 'number'>, own: Leg): string {
  const [from, to] = [own.begin.position, leg.begin.position];
  const hours = ((middleOf(leg) - middleOf(own)) * 1000) / hourMs;
  return [
    `Leg ${number} of ${mission}`,
    formatMinute(leg.begin.timeSeconds * 1000),
    from && to && `${formatCount(distanceMetres(from, to) / 1000)} km away`,
    `${Math.abs(hours).toFixed(1)} hours ${hours < 0 ? 'earlier' : 'later'}`,
  ]
    .filter(Boolean)
    .join(', ');
}
