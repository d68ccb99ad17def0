import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { KeyTerms } from '../content/contract.ts';
import { RefusalCounter } from '../gateway/denial-counter.ts';
import { RefusalLog } from '../gateway/denial-log.ts';
import { endpointOf, reachFor, roleNames } from '../gateway/endpoints.ts';
import { answerEarly, gatewayRoutes, peerCheck } from '../gateway/forward-auth.ts';
import { KeyCache } from '../gateway/key-cache.ts';
import { Processes } from '../gateway/processes.ts';
import { Quota } from '../gateway/quota.ts';
import { UsageCounter } from '../gateway/usage-counter.ts';
import { Verifier } from '../gateway/verifier.ts';
import { keyForms } from '../keys/key-format.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import type { Metric } from '../platform/metrics/metric.ts';
import { ProcessMetrics } from '../platform/metrics/process-metrics.ts';
import { RequestMetrics } from '../platform/metrics/request-metrics.ts';
import type { Secrets } from '../platform/secrets.ts';
import { gatewayMetrics, surfaceOf } from './metrics.ts';

interface GatewayOptions {
  config: Config;
  database: Database;
  secrets: Secrets;
  /** The patterns that calls are counted under. */
  endpoints: string[];
  terms: KeyTerms;
  log: Logger;
  now: () => number;
}

/** The verifier and what it stands on: in every process, with the rest of the portal or alone. */
export function createGatewayParts({
  config,
  database,
  secrets,
  endpoints,
  terms,
  log,
  now,
}: GatewayOptions) {
  const { db } = database;
  const keys = new KeyCache({ db, secrets, log });
  const usage = new UsageCounter({ db, now, log });
  const processes = new Processes({ db, now, log });
  const quota = new Quota({ db, secrets, processes, now });
  const refusals = new RefusalCounter({ db, now, log });
  const refusalLog = new RefusalLog(log);
  const isPeer = peerCheck(config.gatewayPeers);
  const verifier = new Verifier({
    keys,
    quota,
    usage,
    refusals,
    mayReach: reachFor(terms),
    namesOf: roleNames(terms),
    secretForm: keyForms(terms.prefixes).secret,
    endpointOf: endpointOf(endpoints),
    now,
  });
  const asked = { verifier, refusals: refusalLog, isPeer };
  const measured = config.metricsListen && {
    requests: new RequestMetrics(),
    process: new ProcessMetrics(),
  };
  const onAnswered =
    measured && ((status: number, seconds: number) => measured.requests.observe('gateway', status, seconds));
  return {
    verifier,
    keys,
    quota,
    refusalLog,
    housekeeping: [usage, refusals, keys, quota, processes],
    /** Before any other listener of the server is added. */
    answerEarly(server: FastifyInstance) {
      answerEarly(server.server, { ...asked, onAnswered });
      measured?.requests.watch(server, surfaceOf);
    },
    mountRoutes: (server: FastifyInstance) => server.register(async (scope) => gatewayRoutes(scope, asked)),
    start: () => processes.start(),
    readMetrics: (): Metric[] => [
      ...gatewayMetrics(config, database, { verifier, keys, quota, processes }),
      ...(measured ? [...measured.requests.read(), ...measured.process.read()] : []),
    ],
    /** What is to be kept is written, what was taken in advance given back; each may fail by itself. */
    stop() {
      refusalLog.tell();
      measured?.process.stop();
      return [usage.write(), refusals.write(), quota.giveBackAll(), processes.stop()];
    },
  };
}
