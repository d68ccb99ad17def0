import type { Leg } from '../../../sounding/legs.ts';

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

/** A track has a point every ten minutes: so far off the ends of a leg may be. */
const AROUND_SECONDS = 600;

/** All rows of a leg. The end of one still being flown is open. */
export function observationsCall(mission: string, { begin, end, isSoFar }: Leg): DataCall {
  const query: DataCall['query'] = [
    ['mission_id', mission],
    ['min_time', String(begin.timeSeconds - AROUND_SECONDS)],
  ];
  if (!isSoFar) query.push(['max_time', String(end.timeSeconds + AROUND_SECONDS)]);
  return { path: '/observations.json', query: [...query, ['include_ids', 'true']] };
}
