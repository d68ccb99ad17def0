import { hourMs } from '../../time.ts';
import { parseTime } from '../axes.ts';
import type { PictureOf } from '../picture.ts';
import { listLegs } from '../sounding/legs.ts';
import type { Sounding } from '../sounding/sounding.ts';
import { isUnavailable, kilometres } from '../sounding/unavailable.ts';
import { count, directionWords, speedOf, wholeDegrees } from '../words.ts';

export function describeSounding({ levels, indices, leg }: Sounding): string {
  const warm = levels.filter(({ celsius }) => celsius !== null);
  const [lowest, highest] = [warm[0], warm.at(-1)];
  const [first, last] = leg.direction === 'up' ? [lowest, highest] : [highest, lowest];
  const windy = levels.filter(({ wind }) => wind !== null);
  const strongest = windy.reduce<(typeof windy)[number] | undefined>(
    (best, each) => (!best || speedOf(each.wind!) > speedOf(best.wind!) ? each : best),
    undefined,
  );
  const parts = [
    first && last && first !== last
      ? `temperature ${last.celsius! < first.celsius! ? 'falls' : 'rises'} from ${wholeDegrees(first.celsius!)} to ${wholeDegrees(last.celsius!)} °C`
      : 'no temperature was measured',
    isUnavailable(indices.tropopause)
      ? 'no tropopause was reached'
      : `tropopause at ${kilometres(indices.tropopause.altitudeMetres)}`,
    strongest
      ? `strongest wind ${Math.round(speedOf(strongest.wind!))} m/s ${directionWords(strongest.wind!)} at ${kilometres(strongest.altitudeMetres)}`
      : 'no wind was measured',
  ];
  const way = leg.direction === 'up' ? 'Going up' : 'Going down';
  const ends = `${kilometres(leg.begin.altitudeMetres)} to ${kilometres(leg.end.altitudeMetres)}`;
  return `${way} from ${ends}: ${parts.join('; ')}.`;
}

export function describeFlight(track: PictureOf<'flight'>['track']): string {
  const legs = listLegs(track);
  const times = track.map(({ transmit_time }) => parseTime(transmit_time)).filter(Number.isFinite);
  if (legs.length === 0 || times.length === 0) return 'The balloon has not moved yet.';
  const highest = Math.max(...legs.flatMap(({ begin, end }) => [begin.altitudeMetres, end.altitudeMetres]));
  const hours = (Math.max(...times) - Math.min(...times)) / hourMs;
  const long = hours < 48 ? `${hours.toFixed(0)} hours` : `${(hours / 24).toFixed(1)} days`;
  return `${long} in ${count(legs.length, 'leg')}, up to ${kilometres(highest)}; each leg up or down is a sounding.`;
}

/** What a leg is, told by the first ones of a flight. */
export function describeLegs(track: PictureOf<'legs'>['track']): string {
  const legs = listLegs(track, false);
  const [first] = legs;
  if (!first) return 'The balloon has not moved.';
  const hours = (legs.at(-1)!.end.timeSeconds - first.begin.timeSeconds) / 3600;
  return `After its launch a balloon goes up and down for days. Each way from one turn to the next is a leg, and every leg is a sounding of the air: here ${count(legs.length, 'leg')} in ${hours.toFixed(0)} hours, the first up to ${kilometres(first.end.altitudeMetres)}.`;
}
