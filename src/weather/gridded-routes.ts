import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, notFound, tooManyRequests } from '../platform/errors.ts';
import { pressureLevelsHpa } from './atmosphere/levels.ts';
import { surfaceFields } from './atmosphere/surface.ts';
import { type Resolution, resolutionsDegrees } from './grids/grid.ts';
import type { GridFile } from './grids/grid-layout.ts';
import { createGridStreams, type GridDownload } from './grids/grid-stream.ts';
import { allFields, constantNames, type FieldChoice, upperVariables } from './grids/variables.ts';
import { fileParameters, requireForecastHour } from './parameters/forecast-parameters.ts';
import { inWords, numberOf, Query } from './parameters/query.ts';

export function griddedRoutes(
  app: FastifyInstance,
  now: () => number,
  keyOf: (request: FastifyRequest) => string,
): void {
  const streams = createGridStreams();
  app.addHook('onClose', () => streams.close());
  const keysWithFullDownload = new Set<string>();

  read(app, '/gridded/FULL', async (request, reply) => {
    const file = readForecastFile(request.query, allFields, now());
    if (request.method === 'HEAD') return send(reply, streams.open(file), 'FULL');
    const key = keyOf(request);
    if (keysWithFullDownload.has(key)) {
      throw tooManyRequests(30, 'One FULL download at a time is served for a key.');
    }
    const download = streams.open(file);
    keysWithFullDownload.add(key);
    download.stream.once('close', () => keysWithFullDownload.delete(key));
    return send(reply, download, 'FULL');
  });

  read(app, '/gridded/:variable', async (request, reply) => {
    const name = surfaceFields.find((each) => each === request.params.variable);
    if (!name) {
      throw notFound(
        `Unknown variable. Allowed: FULL, ${surfaceFields.join(', ')}, or level/variable such as 500/temperature.`,
      );
    }
    const file = readForecastFile(request.query, [{ kind: 'surface', name }], now());
    return send(reply, streams.open(file), name);
  });

  read(app, '/gridded/:level/:variable', async (request, reply) => {
    const level = pressureLevelsHpa.find((each) => String(each) === request.params.level);
    if (!level) throw notFound(`Unknown level. Allowed, in hPa: ${pressureLevelsHpa.join(', ')}.`);
    const name = upperVariables.find((each) => each === request.params.variable);
    if (!name) throw notFound(`Unknown variable. Allowed on a level: ${inWords(upperVariables, 'and')}.`);
    const file = readForecastFile(request.query, [{ kind: 'upper', name, levelsHpa: [level] }], now());
    return send(reply, streams.open(file), `${level}_${name}`);
  });

  read(app, '/constants/:name', async (request, reply) => {
    const name = constantNames.find((each) => each === request.params.name);
    if (!name) throw notFound(`Unknown constant. Allowed: ${inWords(constantNames, 'and')}.`);
    const resolution = readResolution(new Query(request.query, ['resolution']));
    return send(reply, streams.open({ fields: [{ kind: 'constant', name }], resolution }), name);
  });
}

function readForecastFile(rawQuery: unknown, fields: FieldChoice[], nowMs: number): GridFile {
  const query = new Query(rawQuery, [...fileParameters, 'resolution']);
  const resolution = readResolution(query);
  return { fields, resolution, valid: requireForecastHour(query, nowMs) };
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

/** With a HEAD of its own: one that is made from GET would compute the whole file. */
function read(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest<Named>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route<Named>({ method: ['GET', 'HEAD'], url, handler });
}

function send(reply: FastifyReply, { bytesTotal, stream }: GridDownload, name: string): FastifyReply {
  const isHead = reply.request.method === 'HEAD';
  if (isHead) stream.destroy();
  return reply
    .type('application/x-netcdf')
    .header('Content-Length', bytesTotal)
    .header('Content-Disposition', `attachment; filename="${name}.nc"`)
    .send(isHead ? undefined : stream);
}
