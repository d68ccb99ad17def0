import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { PublicError, unavailable } from '../../platform/errors.ts';
import { anyOrigin } from '../../platform/http/served-file.ts';
import { minuteMs } from '../../time.ts';
import { pages, status, statusRunsFeed } from '../../urls.ts';
import type { WeatherSource } from '../source.ts';
import type { ApiStatus, FailedStatus } from './contract.ts';
import { readForecastStatus, readObservationHours, readObservationStatus } from './read-status.ts';
import { runsFeedText } from './runs-feed.ts';

interface StatusOptions {
  /** Each source is undefined if this server cannot call its API. */
  forecasts: WeatherSource | undefined;
  data: WeatherSource | undefined;
  providerName: string;
  publicUrl: string;
  now: () => number;
}

/** The API is called at most once in this time, however many visitors there are. */
const maxAgeMs = 60_000;
/** A monitoring system that asks for the status gets an answer within five seconds, even if the API hangs. */
const maxCheckMs = 4000;
/** The hours of two days change slowly. The verdict doesn't wait for them longer than this. */
const hoursAgeMs = 10 * minuteMs;
const maxHoursMs = 3000;

export function statusRoutes(app: FastifyInstance, options: StatusOptions): void {
  const { forecasts, data, providerName, publicUrl, now } = options;
  const readHours = keep(hoursAgeMs, async (nowMs) => data && readObservationHours(data, nowMs));

  async function observationStatus(weather: WeatherSource, nowMs: number) {
    const [status, hours] = await Promise.all([
      readObservationStatus(weather, nowMs),
      Promise.race([readHours(nowMs).value, delay(maxHoursMs, undefined, { ref: false })]).catch(
        () => undefined,
      ),
    ]);
    return 'why' in status || !hours ? status : { ...status, hours };
  }

  const read = keep(maxAgeMs, async (nowMs): Promise<ApiStatus> => {
    const [ofForecasts, ofObservations] = await Promise.all([
      orFailed(forecasts, (weather) => readForecastStatus(weather, nowMs), app.log),
      orFailed(data, (weather) => observationStatus(weather, nowMs), app.log),
    ]);
    return {
      checked_at: new Date(nowMs).toISOString(),
      forecasts: ofForecasts,
      observations: ofObservations,
    };
  });

  async function current(reply: FastifyReply): Promise<ApiStatus> {
    // Also on an error, so that a monitor in a browser can read it.
    reply.headers(anyOrigin);
    const { untilMs, value } = read(now());
    const body = await value;
    // A shared cache keeps it only for the rest of its time, or it would be up to twice as old.
    const seconds = Math.max(0, Math.floor((untilMs - now()) / 1000));
    reply.header('Cache-Control', `public, max-age=${seconds}`);
    return body;
  }

  app.get(status, async (_request, reply) => current(reply));

  app.get(statusRunsFeed, async (_request, reply) => {
    const { forecasts: measured } = await current(reply);
    // A feed without entries would say that all runs are gone.
    if ('why' in measured) throw unavailable();
    const text = runsFeedText(measured, { providerName, page: publicUrl + pages.status, publicUrl });
    return reply.type('application/atom+xml; charset=utf-8').send(text);
  });
}

/** Reads a value at most once in a time, however many ask for it. */
function keep<Value>(ageMs: number, read: (nowMs: number) => Promise<Value>) {
  let kept: { untilMs: number; value: Promise<Value> } | undefined;
  return (nowMs: number) => {
    if (!kept || nowMs >= kept.untilMs) kept = { untilMs: nowMs + ageMs, value: read(nowMs) };
    return kept;
  };
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
