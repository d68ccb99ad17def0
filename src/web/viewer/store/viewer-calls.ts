import { type Leg, legTimeRange } from '../../../pictures/sounding/legs.ts';

/** A call of the Data API, before it is an address or code. */
export interface DataCall {
  path: string;
  query: [name: string, value: string][];
}

const ofMission = (mission: string, what: string): DataCall => ({
  path: `/missions/${encodeURIComponent(mission)}/${what}.json`,
  query: [],
});

export const flightDataCall = (mission: string) => ofMission(mission, 'flight_data');
export const predictionCall = (mission: string) => ofMission(mission, 'prediction');

/** All rows of a leg, page by page. The end of one still being flown is open. */
export function observationsCall(mission: string, leg: Leg): DataCall {
  const [from, to] = legTimeRange(leg);
  return rowsBetween(mission, from, leg.isSoFar ? undefined : to);
}

/** With a row every 10 seconds this is less than a page. */
const PAGE_SECONDS = 9000;

/** The same rows by calls that are whole on one page each, for programs that do not go from page to page. */
export function observationCalls(mission: string, leg: Leg): DataCall[] {
  const [from, to] = legTimeRange(leg);
  const count = Math.ceil((to - from) / PAGE_SECONDS);
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const end = isLast ? to : from + (index + 1) * PAGE_SECONDS - 1;
    return rowsBetween(mission, from + index * PAGE_SECONDS, isLast && leg.isSoFar ? undefined : end);
  });
}

function rowsBetween(mission: string, from: number, to: number | undefined): DataCall {
  const query: DataCall['query'] = [
    ['mission_id', mission],
    ['min_time', String(from)],
  ];
  if (to !== undefined) query.push(['max_time', String(to)]);
  return { path: '/observations.json', query: [...query, ['include_ids', 'true']] };
}
