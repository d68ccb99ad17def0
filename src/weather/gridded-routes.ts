import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, notFound, tooManyRequests } from '../platform/errors.ts';
import { PRESSURE_LEVELS_HPA } from './atmosphere/levels.ts';
import { SURFACE_FIELDS } from './atmosphere/surface.ts';
import { RESOLUTIONS_DEGREES, type Resolution } from './grids/grid.ts';
import type { GridFile } from './grids/grid-layout.ts';
import { createGridStreams, type GridDownload } from './grids/grid-stream.ts';
import { ALL_FIELDS, CONSTANTS, type FieldChoice, UPPER_VARIABLES } from './grids/variables.ts';
import { FILE_PARAMETERS, requireForecastHour } from './parameters/forecast-parameters.ts';
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
    const file = readForecastFile(request.query, ALL_FIELDS, now());
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
    const name = SURFACE_FIELDS.find((each) => each === request.params.variable);
    if (!name) {
      throw notFound(
        `Unknown variable. Allowed: FULL, ${SURFACE_FIELDS.join(', ')}, or level/variable such as 500/temperature.`,
      );
    }
    const file = readForecastFile(request.query, [{ kind: 'surface', name }], now());
    return send(reply, streams.open(file), name);
  });

  read(app, '/gridded/:level/:variable', async (request, reply) => {
    const level = PRESSURE_LEVELS_HPA.find((each) => String(each) === request.params.level);
    if (!level) throw notFound(`Unknown level. Allowed, in hPa: ${PRESSURE_LEVELS_HPA.join(', ')}.`);
    const name = UPPER_VARIABLES.find((each) => each === request.params.variable);
    if (!name) throw notFound(`Unknown variable. Allowed on a level: ${inWords(UPPER_VARIABLES, 'and')}.`);
    const file = readForecastFile(request.query, [{ kind: 'upper', name, levelsHpa: [level] }], now());
    return send(reply, streams.open(file), `${level}_${name}`);
  });

  read(app, '/constants/:name', async (request, reply) => {
    const name = CONSTANTS.find((each) => each === request.params.name);
    if (!name) throw notFound(`Unknown constant. Allowed: ${inWords(CONSTANTS, 'and')}.`);
    const resolution = readResolution(new Query(request.query, ['resolution']));
    return send(reply, streams.open({ fields: [{ kind: 'constant', name }], resolution }), name);
  });
}

function readForecastFile(rawQuery: unknown, fields: FieldChoice[], nowMs: number): GridFile {
  const query = new Query(rawQuery, [...FILE_PARAMETERS, 'resolution']);
  const resolution = readResolution(query);
  return { fields, resolution, valid: requireForecastHour(query, nowMs) };
}

function readResolution(query: Query): Resolution {
  const text = query.find('resolution');
  if (text === undefined) return RESOLUTIONS_DEGREES[0];
  const resolution = RESOLUTIONS_DEGREES.find((each) => each === numberOf(text));
  if (resolution) return resolution;
  throw badRequest(`resolution must be ${inWords(RESOLUTIONS_DEGREES.map(String), 'or')}.`);
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
