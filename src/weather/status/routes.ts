import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { status } from '../../urls.ts';
import type { WeatherSource } from '../source.ts';
import type { ApiStatus, UnknownStatus } from './contract.ts';
import { readForecastStatus, readObservationStatus } from './status.ts';

interface StatusOptions {
  /** Each source is undefined if this server cannot call its API. */
  forecasts: WeatherSource | undefined;
  data: WeatherSource | undefined;
  now: () => number;
}

/** The API is called at most once in this time, however many visitors there are. */
const keptMs = 60_000;

export function statusRoutes(app: FastifyInstance, { forecasts, data, now }: StatusOptions): void {
  let kept: { untilMs: number; status: Promise<ApiStatus> } | undefined;

  async function read(nowMs: number): Promise<ApiStatus> {
    const [ofForecasts, ofObservations] = await Promise.all([
      orUnknown(forecasts, (weather) => readForecastStatus(weather, nowMs), app.log),
      orUnknown(data, (weather) => readObservationStatus(weather, nowMs), app.log),
    ]);
    return {
      checked_at: new Date(nowMs).toISOString(),
      forecasts: ofForecasts,
      observations: ofObservations,
    };
  }

  app.get(status, { logLevel: 'warn' }, async (_request, reply) => {
    const nowMs = now();
    if (!kept || nowMs >= kept.untilMs) kept = { untilMs: nowMs + keptMs, status: read(nowMs) };
    return reply.header('Cache-Control', 'public, max-age=60').send(await kept.status);
  });
}

const notAsked: UnknownStatus = {
  state: 'unknown',
  why: "This is the provider's own API, and this portal has no key for it.",
};

const notAnswered: UnknownStatus = { state: 'unknown', why: "The API didn't answer." };

async function orUnknown<Status>(
  weather: WeatherSource | undefined,
  read: (weather: WeatherSource) => Promise<Status>,
  log: FastifyBaseLogger,
): Promise<Status | UnknownStatus> {
  if (!weather) return notAsked;
  try {
    return await read(weather);
  } catch (error) {
    log.warn({ err: error }, 'status');
    return notAnswered;
  }
}
