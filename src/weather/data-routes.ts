import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { isoSeconds } from './atmosphere/time.ts';
import { positionAt, stepMs } from './balloons/drift.ts';
import {
  findMission,
  isFlying,
  listFlyingMissions,
  type Mission,
  missionJson,
  missionsAPage,
} from './balloons/missions.ts';
import { readObservationPage } from './balloons/observation-pages.ts';
import { plainObservations, superObservations } from './balloons/observations.ts';
import { predictPath, roundPosition } from './balloons/predicted-path.ts';
import {
  nextPageUrl,
  observationParameters,
  readObservationFilter,
} from './parameters/observation-parameters.ts';
import { Query } from './parameters/query.ts';

export function dataRoutes(app: FastifyInstance, now: () => number, dataApiUrl: string): void {
  for (const kind of [plainObservations, superObservations]) {
    app.get(`/${kind.path}`, async (request, reply) => {
      const query = new Query(request.query, observationParameters);
      const nowMs = now();
      const page = await readObservationPage(kind, readObservationFilter(query, nowMs), nowMs);
      const nextPage = page.hasNextPage
        ? JSON.stringify(nextPageUrl(`${dataApiUrl.replace(/\/$/, '')}/${kind.path}`, query, page.nextSince))
        : 'null';
      reply.type('application/json; charset=utf-8');
      // Written by hand: nanoseconds do not fit a JavaScript number, and readers want an integer.
      return `{"observations":[${page.rows.join(',')}],"has_next_page":${page.hasNextPage},"next_since":${page.nextSince},"next_page":${nextPage}}`;
    });
  }

  app.get('/missions.json', async (request) => {
    const query = new Query(request.query, ['page', 'page_size']);
    const size = query.findWhole('page_size', 1, 500) ?? missionsAPage;
    const first = (query.findWhole('page', 0, 1_000_000) ?? 0) * size;
    const missions = listFlyingMissions(now()).slice(first, first + size);
    return { missions: missions.map(missionJson) };
  });

  mission('launch_site', ({ site }) => ({ launch_site: site }));

  mission('current_location', (flown, nowMs) =>
    roundPosition(positionAt(requireFlying(flown, nowMs), nowMs)),
  );

  mission('prediction', (flown, nowMs) => ({ prediction: predictPath(requireFlying(flown, nowMs), nowMs) }));

  mission('flight_data', (flown, nowMs) => {
    const flight = [];
    for (let timeMs = flown.launchMs; timeMs <= Math.min(nowMs, flown.endMs); timeMs += stepMs) {
      const time = isoSeconds(timeMs);
      flight.push({ transmit_time: time, time, ...roundPosition(positionAt(flown, timeMs)) });
    }
    return { flight_data: flight };
  });

  function mission(name: string, answer: (mission: Mission, nowMs: number) => object): void {
    app.get<{ Params: { id: string } }>(`/missions/:id/${name}.json`, async (request) => {
      new Query(request.query, []);
      const nowMs = now();
      const found = findMission(request.params.id, nowMs);
      if (!found)
        throw notFound('There is no such mission: an id from missions.json or a name like W-1234 is needed.');
      return answer(found, nowMs);
    });
  }
}

function requireFlying(mission: Mission, nowMs: number): Mission {
  if (!isFlying(mission, nowMs))
    throw notFound('This mission has landed: missions.json lists those in the air.');
  return mission;
}
