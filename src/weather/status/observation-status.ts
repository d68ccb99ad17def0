import type { ObservationRow } from '../../api/data-api.ts';
import { minuteMs } from '../../time.ts';
import type { WeatherSource } from '../source.ts';
import type { ObservationStatus, UnknownStatus } from './contract.ts';
import { median, minutesBetween } from './minutes.ts';

/** Mostly the first look is enough; the last tells silence from a slow hour. */
const looksBackMinutes = [2, 60, 24 * 60];
/** No row is measured and still on its way for longer. */
const lateMinutes = 30;

export async function readObservationStatus(
  weather: WeatherSource,
  nowMs: number,
): Promise<ObservationStatus | UnknownStatus> {
  const [missions, rows] = await Promise.all([weather.listFlyingMissions(), newestRows(weather, nowMs)]);
  const newest = rows
    .map(({ time }) => time)
    .sort()
    .at(-1);
  if (!newest) return { state: 'unknown', why: 'No observation arrived in the last 24 hours.' };
  const minutesAgo = minutesBetween(newest, new Date(nowMs).toISOString());
  return {
    state: minutesAgo > lateMinutes ? 'late' : 'on time',
    newest,
    newest_minutes_ago: minutesAgo,
    usual_minutes: median(
      rows.flatMap(({ time, updated_at }) => (updated_at ? minutesBetween(time, updated_at) : [])),
    ),
    missions_flying: missions.length,
  };
}

/** Of those that arrived last: one page, in the order of arrival. */
async function newestRows(weather: WeatherSource, nowMs: number): Promise<ObservationRow[]> {
  for (const minutes of looksBackMinutes) {
    const { rows } = await weather.readObservations({
      kind: 'observations',
      sinceNanoseconds: BigInt(nowMs - minutes * minuteMs) * 1_000_000n,
      minLatitude: -90,
      maxLatitude: 90,
      hasIds: false,
      hasMissionNames: false,
      hasUpdateTimes: true,
    });
    if (rows.length > 0) return rows;
  }
  return [];
}
