import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ObservationRow } from '../../api/data-api.ts';
import { PublicError } from '../../platform/errors.ts';
import { anyOrigin } from '../../platform/http/served-file.ts';
import { minuteMs } from '../../time.ts';
import { status } from '../../urls.ts';
import type { WeatherSource } from '../source.ts';
import type { ApiStatus, FailedStatus, ForecastStatus, ObservationStatus, RunStatus } from './contract.ts';

interface StatusOptions {
  /** Each source is undefined if this server cannot call its API. */
  forecasts: WeatherSource | undefined;
  data: WeatherSource | undefined;
  now: () => number;
}

/** The API is called at most once in this time, however many visitors there are. */
const maxAgeMs = 60_000;
/** A monitoring system that asks for the status gets an answer within five seconds, even if the API hangs. */
const maxCheckMs = 4000;

export function statusRoutes(app: FastifyInstance, { forecasts, data, now }: StatusOptions): void {
  let current: { untilMs: number; status: Promise<ApiStatus> } | undefined;

  async function read(nowMs: number): Promise<ApiStatus> {
    const [ofForecasts, ofObservations] = await Promise.all([
      orFailed(forecasts, (weather) => readForecastStatus(weather, nowMs), app.log),
      orFailed(data, (weather) => readObservationStatus(weather, nowMs), app.log),
    ]);
    return {
      checked_at: new Date(nowMs).toISOString(),
      forecasts: ofForecasts,
      observations: ofObservations,
    };
  }

  app.get(status, async (_request, reply) => {
    // Also on an error, so that a monitor in a browser can read it.
    reply.headers(anyOrigin);
    const nowMs = now();
    if (!current || nowMs >= current.untilMs) current = { untilMs: nowMs + maxAgeMs, status: read(nowMs) };
    const { untilMs, status } = current;
    const body = await status;
    // A shared cache keeps it only for the rest of its time, or it would be up to twice as old.
    const seconds = Math.max(0, Math.floor((untilMs - now()) / 1000));
    return reply.header('Cache-Control', `public, max-age=${seconds}`).send(body);
  });
}

const noKey: FailedStatus = {
  state: 'unknown',
  why: "This is the provider's own API, and this portal has no key for it.",
};

async function orFailed<Status>(
  weather: WeatherSource | undefined,
  read: (weather: WeatherSource) => Promise<Status>,
  log: FastifyBaseLogger,
): Promise<Status | FailedStatus> {
  if (!weather) return noKey;
  try {
    // A call that is too slow ends by its own time limit, before the next check begins.
    return (await Promise.race([read(weather), delay(maxCheckMs, undefined, { ref: false })])) ?? tooSlow;
  } catch (error) {
    log.warn({ err: error }, 'status');
    return describeFailure(error);
  }
}

const tooSlow: FailedStatus = {
  state: 'slow',
  why: `The API didn't answer within ${maxCheckMs / 1000} seconds.`,
};

/** A refusal, such as an expired key, says nothing about the API. */
function describeFailure(error: unknown): FailedStatus {
  if (!(error instanceof PublicError)) return { state: 'unknown', why: 'The check failed.' };
  return error.status < 500
    ? { state: 'unknown', why: `The API refused the check with status ${error.status}.` }
    : { state: 'down', why: error.message };
}

/** A run is late after this, because its usual time varies by minutes. */
const allowedMinutes = 30;
const runEveryMs = 6 * 60 * minuteMs;

export async function readForecastStatus(
  weather: WeatherSource,
  nowMs: number,
): Promise<ForecastStatus | FailedStatus> {
  const series = { model: 'main' } as const;
  const [complete, times] = await Promise.all([
    weather.listRuns(series),
    weather.listGenerationTimes(series),
  ]);
  const runs = Object.entries(times)
    .map(([run, byHour]) => runStatus(run, Object.values(byHour), complete.includes(run)))
    .sort((one, other) => (one.run < other.run ? 1 : -1));
  const [newest] = complete;
  if (!newest) return { state: 'unknown', why: 'No run of the last 48 hours is complete.' };
  const usual = median(runs.flatMap(({ complete_minutes }) => complete_minutes ?? []));
  return {
    state: isLate(newest, usual, nowMs) ? 'late' : 'on time',
    newest_run: newest,
    usual_minutes: usual,
    runs,
  };
}

function runStatus(run: string, generated: string[], isComplete: boolean): RunStatus {
  const minutes = generated.map((time) => minutesBetween(run, time));
  return {
    run,
    first_hour_minutes: Math.min(...minutes),
    hours_ready: minutes.length,
    ...(isComplete && { complete_minutes: Math.max(...minutes) }),
  };
}

const isLate = (newestRun: string, usualMinutes: number, nowMs: number) =>
  nowMs > Date.parse(newestRun) + runEveryMs + (usualMinutes + allowedMinutes) * minuteMs;

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
    usual_minutes: median(
      rows.flatMap(({ time, updated_at }) => (updated_at ? minutesBetween(time, updated_at) : [])),
    ),
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

const minutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / minuteMs);

/** The median of no values is 0. */
function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
