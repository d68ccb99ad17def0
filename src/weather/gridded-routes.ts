import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parameters, type Resolution, resolutionsDegrees } from '../api/parameters.ts';
import { constantNames, pressureLevelsHpa, surfaceVariables, upperVariables } from '../api/variables.ts';
import { badRequest, notFound, tooManyRequests } from '../platform/errors.ts';
import { isFresh } from '../platform/http/served-file.ts';
import { readForecastHour } from './forecast-parameters.ts';
import { inWords, numberOf, Query } from './query.ts';
import type { FieldChoice, FoundGridFile, RequestedGrid, ServedWeather } from './source.ts';

export const allFields: FieldChoice[] = [
  ...surfaceVariables.map((name) => ({ kind: 'surface' as const, name })),
  ...upperVariables.map((name) => ({ kind: 'upper' as const, name, levelsHpa: pressureLevelsHpa })),
];

export function griddedRoutes(
  app: FastifyInstance,
  weather: ServedWeather,
  keyOf: (request: FastifyRequest) => string,
): void {
  const keysWithFullDownload = new Set<string>();

  read(app, '/gridded/FULL', async (request, reply) => {
    const file = await weather.findGridFile(readForecastFile(request.query, allFields));
    if (request.method === 'HEAD' || isFresh(request, file.tag)) return send(reply, file, 'FULL');
    const key = keyOf(request);
    if (keysWithFullDownload.has(key)) {
      throw tooManyRequests(30, 'Only one FULL download at a time is allowed per key.');
    }
    keysWithFullDownload.add(key);
    const open = () => file.open().once('close', () => keysWithFullDownload.delete(key));
    return send(reply, { ...file, open }, 'FULL');
  });

  read(app, '/gridded/:variable', async (request, reply) => {
    const name = surfaceVariables.find((each) => each === request.params.variable);
    if (!name) {
      throw notFound(
        `Unknown variable. Allowed: FULL, ${surfaceVariables.join(', ')}, or level/variable such as 500/temperature.`,
      );
    }
    const file = readForecastFile(request.query, [{ kind: 'surface', name }]);
    return send(reply, await weather.findGridFile(file), name);
  });

  read(app, '/gridded/:level/:variable', async (request, reply) => {
    const level = pressureLevelsHpa.find((each) => String(each) === request.params.level);
    if (!level) throw notFound(`Unknown level. Allowed, in hPa: ${pressureLevelsHpa.join(', ')}.`);
    const name = upperVariables.find((each) => each === request.params.variable);
    if (!name) throw notFound(`Unknown variable. Allowed on a level: ${inWords(upperVariables, 'and')}.`);
    const file = readForecastFile(request.query, [{ kind: 'upper', name, levelsHpa: [level] }]);
    return send(reply, await weather.findGridFile(file), `${level}_${name}`);
  });

  read(app, '/constants/:name', async (request, reply) => {
    const name = constantNames.find((each) => each === request.params.name);
    if (!name) throw notFound(`Unknown constant. Allowed: ${inWords(constantNames, 'and')}.`);
    const resolution = readResolution(new Query(request.query, parameters['/constants/{variable}']));
    return send(
      reply,
      await weather.findGridFile({ fields: [{ kind: 'constant', name }], resolution }),
      name,
    );
  });
}

function readForecastFile(rawQuery: unknown, fields: FieldChoice[]): RequestedGrid {
  const query = new Query(rawQuery, parameters['/gridded/{variable}']);
  const resolution = readResolution(query);
  return { fields, resolution, hour: readForecastHour(query) };
}

function readResolution(query: Query): Resolution {
  const text = query.find('resolution');
  if (text === undefined) return resolutionsDegrees[0];
  const resolution = resolutionsDegrees.find((each) => each === numberOf(text));
  if (resolution) return resolution;
  throw badRequest(`resolution must be ${inWords(resolutionsDegrees.map(String), 'or')}.`);
}

interface Named {
  Params: Record<string, string>;
}

/** HEAD has its own route, because one that Fastify derives from GET would compute the whole file. */
function read(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest<Named>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route<Named>({ method: ['GET', 'HEAD'], url, handler });
}

function send(reply: FastifyReply, file: FoundGridFile, name: string): FastifyReply {
  const { request } = reply;
  reply.header('ETag', file.tag).header('Cache-Control', 'private, no-cache');
  if (file.initialization_time) reply.header('X-Initialization-Time', file.initialization_time);
  if (isFresh(request, file.tag)) return reply.code(304).send();
  return reply
    .type('application/x-netcdf')
    .header('Content-Length', file.bytesTotal)
    .header('Content-Disposition', `attachment; filename="${name}.nc"`)
    .send(request.method === 'HEAD' ? undefined : file.open());
}
