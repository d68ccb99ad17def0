import { dayOfMonth } from '../../content/last-changed.ts';
import type { ForecastStatus, ObservationStatus } from '../../weather/status/contract.ts';

/** 11:25 */
export const clock = (time: string): string => new Date(time).toISOString().slice(11, 16);

/** 16 Nov, 06 UTC: as it stands in a table. */
export const shortRunName = (run: string): string =>
  `${/^\d+ \w{3}/.exec(dayOfMonth(run.slice(0, 10)))}, ${run.slice(11, 13)} UTC`;

/** 06 UTC of 16 November */
const runName = (run: string): string => `${run.slice(11, 13)} UTC of ${dayOfMonth(run.slice(0, 10))}`;

/** 4 h 05 min */
export function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}

export function describeForecasts({ newest_run, runs, usual_minutes }: ForecastStatus): string {
  const took = runs.find(({ run }) => run === newest_run)?.complete_minutes;
  const coming = runs.find(({ complete_minutes }) => complete_minutes === undefined);
  return [
    `The newest complete run is that of ${runName(newest_run)}.`,
    took !== undefined &&
      `It was complete ${duration(took)} after its time; ${duration(usual_minutes)} is usual.`,
    coming && `Of the run of ${runName(coming.run)}, ${coming.hours_ready} hours are ready.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export const describeObservations = (status: ObservationStatus): string =>
  [
    `The newest observation was measured ${duration(status.newest_minutes_ago)} ago, at ${clock(status.newest)} UTC.`,
    `From measurement to the API it usually takes ${duration(status.usual_minutes)}.`,
    `${status.missions_flying} balloons are flying.`,
  ].join(' ');
