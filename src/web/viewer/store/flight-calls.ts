import { type Leg, legTimeRange } from '../../../pictures/sounding/legs.ts';
import { hourMs } from '../../../time.ts';

/** A call of the documented API, before it becomes a URL or code. */
export interface DataCall {
  path: string;
  query: [name: string, value: string][];
}

export const missionsCall: DataCall = { path: '/missions.json', query: [] };

const missionCall = (mission: string, file: string): DataCall => ({
  path: `/missions/${encodeURIComponent(mission)}/${file}`,
  query: [],
});

export const flightDataCall = (mission: string) => missionCall(mission, 'flight_data.json');
export const predictionCall = (mission: string) => missionCall(mission, 'prediction.json');

/** All observations of a leg, on one or more pages. A leg that is still being flown has no end. */
export function observationsCall(mission: string, leg: Leg): DataCall {
  const [from, to] = legTimeRange(leg);
  return observationsBetween(mission, from, leg.isOngoing ? undefined : to);
}

/** With an observation every 10 seconds, this is less than a page. */
const maxPageSeconds = 9000;

/** The same observations in calls of at most one page each, for programs that don't follow pages. */
export function singlePageCalls(mission: string, leg: Leg): DataCall[] {
  const [from, to] = legTimeRange(leg);
  const count = Math.ceil((to - from) / maxPageSeconds);
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const end = isLast ? to : from + (index + 1) * maxPageSeconds - 1;
    return observationsBetween(
      mission,
      from + index * maxPageSeconds,
      isLast && leg.isOngoing ? undefined : end,
    );
  });
}

function observationsBetween(mission: string, from: number, to: number | undefined): DataCall {
  const query: DataCall['query'] = [
    ['mission_id', mission],
    ['min_time', String(from)],
  ];
  if (to !== undefined) query.push(['max_time', String(to)]);
  return { path: '/observations.json', query: [...query, ['include_ids', 'true']] };
}

/** The leg at a time, counted from 1: the one that contains it, or the nearest. */
export function legNumberAt(legs: readonly Leg[], timeSeconds: number): number {
  const after = legs.findIndex(({ end }) => timeSeconds < end.timeSeconds);
  return after < 0 ? legs.length : after + 1;
}

/** Forecasts have whole hours, so a leg is shown with the hour nearest to its middle. */
export const hourOfLeg = ({ begin, end }: Leg) =>
  Math.round(((begin.timeSeconds + end.timeSeconds) * 500) / hourMs) * hourMs;
