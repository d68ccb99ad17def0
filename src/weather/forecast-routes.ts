import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  app.get('/points', async (request, reply) => {
    const query = new Query(request.query, parameters['/points']);
    const places = readCoordinates(query.find('coordinates'));
    const { initialization_time, forecasts } = await weather.forecastPoints({
      places,
      ...readPointHours(query),
    });
    reply.header('X-Initialization-Time', initialization_time).type('application/json; charset=utf-8');
    return `{"forecasts":${await inSlices(forecastsText(forecasts))}}`;
  });

  app.get('/initialization_times.json', async (request) => {
    const available = await weather.listRuns(readSeriesOnly(request));
    return { latest: available[0], available };
  });

  app.get('/historical_initialization_times.json', async (request) =>
    weather.listArchivedRuns(readSeriesOnly(request)),
  );

  app.get('/forecast_hours.json', async (request) => weather.listForecastHours(readSeriesOnly(request)));

  app.get('/generation_times.json', async (request) => weather.listGenerationTimes(readSeriesOnly(request)));

  app.get('/tropical_cyclones', async (request, reply) => {
    const query = new Query(request.query, parameters['/tropical_cyclones']);
    const basin = query.findOneOf('basin', basinNames);
    const { initialization_time, tracks } = await weather.trackCyclones(readRun(query), basin);
    reply.header('X-Initialization-Time', initialization_time);
    return tracks;
  });

  for (const kind of degreeDayKinds) {
    app.get(`/${kind}`, async (request, reply) => {
      const query = new Query(request.query, parameters[`/${kind}`]);
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

function readSeriesOnly(request: FastifyRequest): Series {
  return readSeries(new Query(request.query, parameters['/initialization_times.json']));
}
