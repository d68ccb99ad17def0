import type { FastifyInstance } from 'fastify';
import { observationKinds, parameters } from '../api/parameters.ts';
import { nextPageUrl, readMissionPage, readObservationQuery } from './data-parameters.ts';
import { Query } from './query.ts';
import { observationRowText } from './row-text.ts';
import type { WeatherSource } from './source.ts';

export function dataRoutes(app: FastifyInstance, weather: WeatherSource, dataApiUrl: string): void {
  for (const kind of observationKinds) {
    app.get(`/${kind}.json`, async (request, reply) => {
      const query = new Query(request.query, parameters[`/${kind}.json`]);
      const page = await weather.readObservations(readObservationQuery(kind, query));
      const nextPage = page.hasNextPage
        ? JSON.stringify(nextPageUrl(`${dataApiUrl.replace(/\/$/, '')}/${kind}.json`, query, page.nextSince))
        : 'null';
      reply.type('application/json; charset=utf-8');
      // The JSON is written by hand, because nanoseconds do not fit a JavaScript number and clients need an integer.
      return `{"observations":[${page.rows.map(observationRowText).join(',')}],"has_next_page":${page.hasNextPage},"next_since":${page.nextSince},"next_page":${nextPage}}`;
    });
  }

  app.get('/missions.json', async (request) => {
    const { first, end } = readMissionPage(new Query(request.query, parameters['/missions.json']));
    return { missions: (await weather.listFlyingMissions()).slice(first, end) };
  });

  mission('launch_site', async (id) => ({ launch_site: await weather.locateLaunchSite(id) }));
  mission('current_location', (id) => weather.locateMission(id));
  mission('prediction', async (id) => ({ prediction: await weather.predictPath(id) }));
  mission('flight_data', async (id) => ({ flight_data: await weather.readFlightData(id) }));

  function mission(name: string, answer: (id: string) => Promise<object>): void {
    app.get<{ Params: { id: string } }>(`/missions/:id/${name}.json`, async (request) => {
      new Query(request.query, []);
      return answer(request.params.id);
    });
  }
}
