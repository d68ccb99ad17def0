import type { FastifyInstance, FastifyReply } from 'fastify';
import { badRequest } from '../platform/errors.ts';
import { chance, chanceUses } from './atmosphere/chance.ts';
import { hourMs, isoMicroseconds, isoSeconds } from './atmosphere/time.ts';
import { basinNames } from './forecasts/basins.ts';
import { cycloneTracks } from './forecasts/cyclones.ts';
import { type DegreeDayKind, degreeDays } from './forecasts/degree-days.ts';
import { pointForecastJson } from './forecasts/points.ts';
import {
  generatedMs,
  listAvailableRuns,
  listGeneratedHours,
  listHistoricalRuns,
  listStartedRuns,
  type Series,
} from './forecasts/runs.ts';
import { readCoordinates } from './parameters/coordinates.ts';
import {
  degreeDayParameters,
  pointHourParameters,
  readSeries,
  requireDegreeDayForecast,
  requireFinishedRun,
  requirePointHours,
  seriesParameters,
} from './parameters/forecast-parameters.ts';
import { Query } from './parameters/query.ts';

export function forecastRoutes(app: FastifyInstance, now: () => number): void {
  get(app, '/points', (rawQuery, reply) => {
    const query = new Query(rawQuery, ['coordinates', ...pointHourParameters]);
    const places = readCoordinates(query.find('coordinates'));
    const { forecast, hours } = requirePointHours(query, now());
    const forecasts = places.map((place) => pointForecastJson(forecast, place, hours));
    reply.type('application/json; charset=utf-8');
    return `{"forecasts":[${forecasts.join(',')}]}`;
  });

  get(app, '/initialization_times.json', (rawQuery) => {
    const available = listAvailableRuns(readSeriesOnly(rawQuery), now()).map(isoSeconds);
    return { latest: available[0], available };
  });

  get(app, '/historical_initialization_times.json', (rawQuery) =>
    listHistoricalRuns(readSeriesOnly(rawQuery), now()).map(isoSeconds),
  );

  get(app, '/forecast_hours.json', (rawQuery) => {
    const series = readSeriesOnly(rawQuery);
    const nowMs = now();
    const runs = listStartedRuns(series, nowMs);
    return Object.fromEntries(
      runs.map((runMs) => [isoSeconds(runMs), listGeneratedHours(series, runMs, nowMs)]),
    );
  });

  get(app, '/generation_times.json', (rawQuery) => {
    const series = readSeriesOnly(rawQuery);
    const nowMs = now();
    const runs = listStartedRuns(series, nowMs);
    return Object.fromEntries(
      runs.map((runMs) => [isoSeconds(runMs), generationTimes(series, runMs, nowMs)]),
    );
  });

  get(app, '/tropical_cyclones', (rawQuery) => {
    const query = new Query(rawQuery, ['initialization_time', 'basin']);
    const basin = query.findOneOf('basin', basinNames);
    return cycloneTracks(requireFinishedRun(query, { model: 'main' }, now()), basin);
  });

  for (const kind of ['hdd', 'cdd'] satisfies DegreeDayKind[]) {
    get(app, `/${kind}`, async (rawQuery) => {
      const query = new Query(rawQuery, degreeDayParameters);
      if (!query.has('initialization_time')) {
        throw badRequest('initialization_time is required, such as 2026111500 or 2026-11-15T00:00:00.');
      }
      const { dates, byState } = await degreeDays(kind, requireDegreeDayForecast(query, now()));
      return { dates, [kind]: byState };
    });
  }
}

type Answer = (rawQuery: unknown, reply: FastifyReply) => unknown;

function get(app: FastifyInstance, url: string, answer: Answer): void {
  app.get(url, async (request, reply) => answer(request.query, reply));
}

function readSeriesOnly(rawQuery: unknown): Series {
  return readSeries(new Query(rawQuery, seriesParameters));
}

function generationTimes(series: Series, runMs: number, nowMs: number): Record<string, string> {
  const hours = listGeneratedHours(series, runMs, nowMs);
  return Object.fromEntries(
    hours.map((hour) => {
      const microseconds = Math.floor(1000 * chance(chanceUses.generation, runMs / hourMs, hour, 1));
      return [hour, isoMicroseconds(generatedMs(series, runMs, hour), microseconds)];
    }),
  );
}
