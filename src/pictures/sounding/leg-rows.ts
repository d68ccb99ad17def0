import type { Tally } from './left-out.ts';
import { type Leg, type LegEnd, legFrom, legsBetween } from './legs.ts';
import type { CheckedRow } from './rows.ts';

/** A track has a point every ten minutes: so far off a turn may be. */
const TRACK_STEP_SECONDS = 600;
/** A leg that comes this near to the ground touches it. */
const NEAR_GROUND_METRES = 300;

/** Between these times are all rows of a leg, whose turns may be a step of its track off. */
export const secondsAround = ({ begin, end }: Leg): [from: number, to: number] => [
  begin.timeSeconds - TRACK_STEP_SECONDS,
  end.timeSeconds + TRACK_STEP_SECONDS,
];

/** The leg as its own rows show it, with these rows. Without a leg, the longest one that is in the rows. */
export function refineLeg(
  rows: readonly CheckedRow[],
  leg: Leg | undefined,
  tally: Tally,
): { leg: Leg; rows: CheckedRow[] } | undefined {
  const near = leg ? rows.filter((row) => isNear(row, leg)) : rows;
  const [first, last] = [near[0], near.at(-1)];
  if (!first || !last) {
    tally.add('outside the leg', rows.length);
    return undefined;
  }
  const candidates = legsBetween(near).filter(({ direction }) => !leg || direction === leg.direction);
  const weight = leg ? (other: Leg) => sharedSeconds(other, leg) : metresHigh;
  const best = candidates.reduce<Leg | undefined>(
    (best, each) => (best && weight(best) >= weight(each) ? best : each),
    undefined,
  );
  const refined = best ?? legFrom(asEnd(first), asEnd(last));
  const own = near.filter(
    ({ timeSeconds }) => timeSeconds >= refined.begin.timeSeconds && timeSeconds <= refined.end.timeSeconds,
  );
  tally.add('outside the leg', rows.length - own.length);
  return {
    leg: {
      ...refined,
      direction: leg?.direction ?? refined.direction,
      begin: asEnd(refined.begin),
      end: asEnd(refined.end),
      groundMetres: groundUnder(own, leg?.groundMetres ?? null),
      isSoFar: leg?.isSoFar ?? false,
    },
    rows: own,
  };
}

/** Rows may be newer than the track. */
function isNear({ timeSeconds }: CheckedRow, { begin, end, isSoFar }: Leg): boolean {
  return (
    timeSeconds >= begin.timeSeconds - TRACK_STEP_SECONDS &&
    (isSoFar || timeSeconds <= end.timeSeconds + TRACK_STEP_SECONDS)
  );
}

const metresHigh = ({ begin, end }: Leg) => Math.abs(end.altitudeMetres - begin.altitudeMetres);

const sharedSeconds = (one: Leg, other: Leg) =>
  Math.min(one.end.timeSeconds, other.isSoFar ? Number.POSITIVE_INFINITY : other.end.timeSeconds) -
  Math.max(one.begin.timeSeconds, other.begin.timeSeconds);

const asEnd = ({ timeSeconds, place, altitudeMetres }: LegEnd): LegEnd => ({
  timeSeconds,
  place,
  altitudeMetres,
});

/** Known at the launch. Elsewhere a row this little above the sea is near the ground, which is hardly lower. */
function groundUnder(rows: readonly CheckedRow[], launchMetres: number | null): number | null {
  const lowest = rows.reduce((least, row) => Math.min(least, row.altitudeMetres), Number.POSITIVE_INFINITY);
  if (launchMetres !== null) return lowest - launchMetres <= NEAR_GROUND_METRES ? launchMetres : null;
  return lowest <= NEAR_GROUND_METRES ? lowest : null;
}
