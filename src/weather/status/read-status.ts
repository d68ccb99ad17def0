import type { ObservationRow } from '../../api/data-api.ts';
import { hourMs, minuteMs } from '../../time.ts';
import { isoSeconds } from '../api-time.ts';
import type { WeatherSource } from '../source.ts';
import type {
  FailedStatus,
  ForecastStatus,
  ObservationHour,
  ObservationStatus,
  RunStatus,
} from './contract.ts';

/** A run is late after this, because its usual time varies by minutes. */
const allowedMinutes = 30;
const runEveryMs = 6 * hourMs;

export async function readForecastStatus(
  weather: WeatherSource,
  nowMs: number,
): Promise<ForecastStatus | FailedStatus> {
  const series = { model: 'main' } as const;
  const [complete, times] = await Promise.all([
    weather.listRuns(series),
    weather.listGenerationTimes(series),
  ]);
  const measured = Object.entries(times).map(([run, byHour]) => ({
    run,
    minutes: Object.values(byHour).map((time) => minutesBetween(run, time)),
    isComplete: complete.includes(run),
  }));
  const [newest] = complete;
  if (!newest) return { state: 'unknown', why: 'No run of the last 48 hours is complete.' };
  const usual = median(measured.flatMap((run) => (run.isComplete ? [Math.max(...run.minutes)] : [])));
  const lateAfter = usual + allowedMinutes;
  const newestMs = Math.max(...[newest, ...measured.map(({ run }) => run)].map((run) => Date.parse(run)));
  const runs = [...measured, ...overdueRuns(newestMs, nowMs - lateAfter * minuteMs)]
    .map((run) => runStatus(run, lateAfter, nowMs))
    .sort((one, other) => (one.run < other.run ? 1 : -1));
  const isLate = nowMs > Date.parse(newest) + runEveryMs + lateAfter * minuteMs;
  return {
    state: isLate ? 'late' : 'on time',
    newest_run: newest,
    usual_minutes: usual,
    late_after_minutes: lateAfter,
    runs,
  };
}

interface MeasuredRun {
  run: string;
  /** The age of the run when each of its hours was available. */
  minutes: number[];
  isComplete: boolean;
}

const maxOverdueRuns = 8;

/** Runs after the newest one that should be complete by now, and have no hours yet. */
function overdueRuns(newestMs: number, dueMs: number): MeasuredRun[] {
  const count = Math.min(maxOverdueRuns, Math.max(0, Math.ceil((dueMs - newestMs) / runEveryMs) - 1));
  return Array.from({ length: count }, (_, index) => ({
    run: isoSeconds(newestMs + (index + 1) * runEveryMs),
    minutes: [],
    isComplete: false,
  }));
}

function runStatus({ run, minutes, isComplete }: MeasuredRun, lateAfter: number, nowMs: number): RunStatus {
  const tookMinutes = isComplete ? Math.max(...minutes) : (nowMs - Date.parse(run)) / minuteMs;
  return {
    run,
    state: tookMinutes > lateAfter ? 'late' : isComplete ? 'complete' : 'in progress',
    ...(minutes.length > 0 && { first_hour_minutes: Math.min(...minutes) }),
    hours_ready: minutes.length,
    ...(isComplete && { complete_minutes: Math.max(...minutes) }),
  };
}

/** The first period is usually enough. The last one tells an outage from a slow hour. */
const looksBackMinutes = [2, 60, 24 * 60];
/** No row takes longer from its measurement to the API. */
const lateMinutes = 30;

export async function readObservationStatus(
  weather: WeatherSource,
  nowMs: number,
): Promise<ObservationStatus | FailedStatus> {
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
    usual_minutes: median(delaysOf(rows)),
    missions_flying: missions.length,
  };
}

/** One page of the rows that arrived last. */
async function newestRows(weather: WeatherSource, nowMs: number): Promise<ObservationRow[]> {
  for (const minutes of looksBackMinutes) {
    const { rows } = await weather.readObservations({
      kind: 'observations',
      sinceNanoseconds: BigInt(nowMs - minutes * minuteMs) * 1_000_000n,
      hasUpdateTimes: true,
    });
    if (rows.length > 0) return rows;
  }
  return [];
}

const sampledMissions = 3;
const maxPages = 3;
const shownHours = 48;

/**
 * The hours of the last two days, by the five-minute means of the balloons that have flown longest. All observations of
 * two days would be hundreds of pages.
 */
export async function readObservationHours(
  weather: WeatherSource,
  nowMs: number,
): Promise<ObservationHour[]> {
  // The observations of a younger hour may still be on their way.
  const endMs = Math.floor((nowMs - lateMinutes * minuteMs) / hourMs) * hourMs;
  const startMs = endMs - shownHours * hourMs;
  const missions = (await weather.listFlyingMissions())
    .toSorted((one, other) => Date.parse(one.launch_time) - Date.parse(other.launch_time))
    .slice(0, sampledMissions);
  const rows = await Promise.all(missions.map(({ id }) => missionRows(weather, id, startMs)));
  const byHour = Map.groupBy(rows.flat(), ({ time }) => Math.floor(Date.parse(time) / hourMs) * hourMs);
  return Array.from({ length: shownHours }, (_, index) => {
    const hour = endMs - (index + 1) * hourMs;
    const found = byHour.get(hour) ?? [];
    const delays = delaysOf(found);
    return {
      hour: isoSeconds(hour),
      count: found.length,
      ...(delays.length > 0 && { delay_minutes: median(delays) }),
    };
  });
}

async function missionRows(weather: WeatherSource, missionId: string, minTimeMs: number) {
  const query = { kind: 'super_observations', missionId, hasUpdateTimes: true } as const;
  let page = await weather.readObservations({ ...query, minTimeMs });
  const rows = [...page.rows];
  for (let count = 1; page.hasNextPage && count < maxPages; count++) {
    page = await weather.readObservations({ ...query, minTimeMs, sinceNanoseconds: page.nextSince });
    rows.push(...page.rows);
  }
  return rows;
}

const delaysOf = (rows: ObservationRow[]) =>
  rows.flatMap(({ time, updated_at }) => (updated_at ? minutesBetween(time, updated_at) : []));

const minutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / minuteMs);

/** The median of no values is 0. */
function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
