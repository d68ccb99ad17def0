import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { KeyPolicy } from '../content/contract.ts';
import { notAuthorized } from '../gateway/verifier.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { badRequest, notFound } from '../platform/errors.ts';
import { asApiJson } from '../platform/http/error-handler.ts';
import { addBackgroundWork, createServer, securityHeaders } from '../platform/http/server.ts';
import { root } from '../platform/root.ts';
import { Secrets } from '../platform/secrets.ts';
import { gatewayVerify, health, ready } from '../urls.ts';
import { wireGateway } from './gateway-wiring.ts';
import type { Prepared } from './start.ts';

/** A process that is the verifier alone: pages, mail and weather are not even loaded. */
export async function prepareVerifier(config: Config): Promise<Prepared> {
  const content = await readContent();
  return {
    createServer: async (database, log) => ({
      ...(await createVerifierServer(config, database, content, log)),
      summary: { verifier: config.publicUrl + gatewayVerify, database: database.location },
    }),
  };
}

async function createVerifierServer(
  config: Config,
  database: Database,
  content: VerifierContent,
  log: Logger,
) {
  const secrets = new Secrets(config.secretKeys);
  const gateway = wireGateway({ config, database, secrets, ...content, log, now: Date.now });
  const server = createServer({
    config,
    log,
    db: database.db,
    paths: { health, ready, verify: gatewayVerify },
    headers: securityHeaders({ https: false, connectTo: [], inlineScripts: [] }),
    errorForm: asApiJson,
    answerUnreadable: (request, reply) => {
      const isVerify = request.url.startsWith(gatewayVerify);
      const error = isVerify ? notAuthorized() : badRequest('The URL could not be decoded.');
      return asApiJson(error, request, reply.code(error.status));
    },
  });
  gateway.installFastPath(server);
  await gateway.mountRoutes(server);
  server.setNotFoundHandler(() => {
    throw notFound();
  });
  addBackgroundWork(server, { ...gateway, log });
  return { server, readMetrics: async () => gateway.readMetrics() };
}

/** The part of the documentation that a verifier needs. */
export interface VerifierContent {
  /** The path patterns that calls are counted under. */
  endpoints: string[];
  keyPolicy: KeyPolicy;
}

/** Another process reads the pages: they take more memory than everything that a verifier keeps. */
async function readContent(): Promise<VerifierContent> {
  const args = [join(root, 'run.mjs'), 'src/boot/print-key-policy.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stderr: string }) => {
    throw new EnvironmentError(error.stderr.trim());
  });
  return JSON.parse(stdout) as VerifierContent;
}
