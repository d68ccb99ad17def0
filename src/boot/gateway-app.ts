import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { notAuthorized } from '../gateway/verifier.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { badRequest, notFound } from '../platform/errors.ts';
import { startHousekeeping } from '../platform/housekeeping.ts';
import { asApiJson, handleErrors } from '../platform/http/error-handler.ts';
import { healthRoutes } from '../platform/http/health.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { createServer, guardConnections } from '../platform/http/server.ts';
import type { Metric } from '../platform/metrics/metric.ts';
import { Secrets } from '../platform/secrets.ts';
import { gatewayVerify, health, ready } from '../urls.ts';
import { createGatewayParts } from './gateway-parts.ts';
import { readTerms, type VerifierTerms } from './read-terms.ts';
import type { Prepared } from './start.ts';

interface GatewayAppOptions {
  config: Config;
  database: Database;
  terms: VerifierTerms;
  log: Logger;
  now?: () => number;
}

export async function prepareVerifier(config: Config): Promise<Prepared> {
  const terms = await readTerms();
  return {
    createServer: async (database, log) => ({
      ...(await createGatewayApp({ config, database, terms, log })),
      lines: [
        `The verifier is at  ${config.publicUrl}${gatewayVerify}`,
        `Data is kept in     ${database.place}`,
        'Stop it with        Ctrl+C',
      ],
    }),
  };
}

/** The verifier alone: no page, no mail, no sandbox, and nothing of them in memory. */
async function createGatewayApp({
  config,
  database,
  terms,
  log,
  now = Date.now,
}: GatewayAppOptions): Promise<{ server: FastifyInstance; readMetrics: () => Promise<Metric[]> }> {
  const gateway = createGatewayParts({
    config,
    database,
    secrets: new Secrets(config.secretKeys),
    endpoints: terms.endpoints,
    terms: terms.keys,
    log,
    now,
  });
  const headers = securityHeaders({ https: false, connectTo: [], inlineScripts: [] });
  const server = createServer({
    config,
    log,
    headers,
    answerUnreadable: (request, reply) => {
      const isAsked = request.raw.url!.startsWith(gatewayVerify);
      const error = isAsked ? notAuthorized() : badRequest('The address could not be read.');
      return asApiJson(error, request, reply.code(error.status));
    },
  });
  gateway.answerEarly(server);
  handleErrors(server, asApiJson);
  guardConnections(server, headers);
  healthRoutes(server, { db: database.db, health, ready });
  await gateway.mountRoutes(server);
  server.setNotFoundHandler(() => {
    throw notFound();
  });

  const stopHousekeeping = startHousekeeping(
    gateway.housekeeping.map((part) => () => part.forgetOld()),
    log,
  );
  server.addHook('onReady', () => gateway.start());
  server.addHook('onClose', async () => {
    stopHousekeeping();
    for (const end of await Promise.allSettled(gateway.stop()))
      if (end.status === 'rejected') log.warn({ err: end.reason }, 'stopping');
  });
  return { server, readMetrics: async () => gateway.readMetrics() };
}
