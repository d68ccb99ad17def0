import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { KeyTerms } from '../content/contract.ts';
import { notAuthorized } from '../gateway/verifier.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { badRequest, notFound } from '../platform/errors.ts';
import { asApiJson, handleErrors } from '../platform/http/error-handler.ts';
import {
  addBackgroundWork,
  createServer,
  guardConnections,
  healthRoutes,
  securityHeaders,
} from '../platform/http/server.ts';
import type { Metric } from '../platform/metrics.ts';
import { root } from '../platform/root.ts';
import { Secrets } from '../platform/secrets.ts';
import { gatewayVerify, health, ready } from '../urls.ts';
import { createGatewayParts } from './gateway-wiring.ts';
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
  gateway.installFastPath(server);
  handleErrors(server, asApiJson);
  guardConnections(server, headers);
  healthRoutes(server, { db: database.db, health, ready });
  await gateway.mountRoutes(server);
  server.setNotFoundHandler(() => {
    throw notFound();
  });

  addBackgroundWork(server, { ...gateway, log });
  return { server, readMetrics: async () => gateway.readMetrics() };
}

/** All that a verifier has to know of the documentation. */
export interface VerifierTerms {
  /** The patterns that calls are counted under. */
  endpoints: string[];
  keys: KeyTerms;
}

/** Read in a process that ends with it: all the pages take more memory than everything that a verifier keeps. */
async function readTerms(): Promise<VerifierTerms> {
  const args = [join(root, 'run.mjs'), 'src/boot/print-key-policy.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stderr: string }) => {
    throw new EnvironmentError(error.stderr.trim());
  });
  return JSON.parse(stdout) as VerifierTerms;
}
