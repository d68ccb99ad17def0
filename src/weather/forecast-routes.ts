import type { FastifyInstance, FastifyReply } from 'fastify';
import { basinNames, degreeDayKinds, parameters } from '../api/parameters.ts';
import { badRequest } from '../platform/errors.ts';
import { inSlices } from '../platform/long-work.ts';
import {
  readCoordinates,
  readDegreeDayRun,
  readPointHours,
  readRun,
  readSeries,
} from './forecast-parameters.ts';
import { Query } from './query.ts';
import { forecastsText } from './row-text.ts';
import type { Series, WeatherSource } from './source.ts';

export function forecastRoutes(app: FastifyInstance, weather: WeatherSource): void {
  get(app, '/points', async (rawQuery, reply) => {
    const query = new Query(rawQuery, parameters['/points']);
    const places = readCoordinates(query.find('coordinates'));
    const { initialization_time, forecasts } = await weather.forecastPoints({
      places,
      ...readPointHours(query),
    });
    reply.header('X-Initialization-Time', initialization_time).type('application/json; charset=utf-8');
    return `{"forecasts":${await inSlices(forecastsText(forecasts))}}`;
  });

  get(app, '/initialization_times.json', async (rawQuery) => {
    const available = await weather.listRuns(readSeriesOnly(rawQuery));
    return { latest: available[0], available };
  });

  get(app, '/historical_initialization_times.json', async (rawQuery) =>
    weather.listArchivedRuns(readSeriesOnly(rawQuery)),
  );

  get(app, '/forecast_hours.json', async (rawQuery) => weather.listForecastHours(readSeriesOnly(rawQuery)));

  get(app, '/generation_times.json', async (rawQuery) =>
    weather.listGenerationTimes(readSeriesOnly(rawQuery)),
  );

  get(app, '/tropical_cyclones', async (rawQuery, reply) => {
    const query = new Query(rawQuery, parameters['/tropical_cyclones']);
    const basin = query.findOneOf('basin', basinNames);
    const { initialization_time, tracks } = await weather.trackCyclones(readRun(query), basin);
    reply.header('X-Initialization-Time', initialization_time);
    return tracks;
  });

  for (const kind of degreeDayKinds) {
    get(app, `/${kind}`, async (rawQuery, reply) => {
      const query = new Query(rawQuery, parameters[`/${kind}`]);
      if (!query.has('initialization_time')) {
        throw badRequest('initialization_time is required, such as 2026111500 or 2026-11-15T00:00:00.');
      }
      const run = readDegreeDayRun(query);
      const { initialization_time, dates, byState } = await weather.calculateDegreeDays(kind, run);
      reply.header('X-Initialization-Time', initialization_time);
      return { dates, [kind]: byState };
    });
  }
}

type Answer = (rawQuery: unknown, reply: FastifyReply) => Promise<unknown>;

function get(app: FastifyInstance, url: string, answer: Answer): void {
  app.get(url, async (request, reply) => answer(request.query, reply));
}

function readSeriesOnly(rawQuery: unknown): Series {
  return readSeries(new Query(rawQuery, parameters['/initialization_times.json']));
}
