import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { KeyPolicy } from '../content/contract.ts';
import { createDenialCounter, createUsageCounter } from '../gateway/call-counters.ts';
import { DenialLog } from '../gateway/denial-log.ts';
import { accessRules, endpointOf, roleNames } from '../gateway/endpoints.ts';
import { createPeerCheck, gatewayRoutes, installFastPath } from '../gateway/forward-auth.ts';
import { KeyCache } from '../gateway/key-cache.ts';
import { createProcesses } from '../gateway/processes.ts';
import { Quota } from '../gateway/quota.ts';
import { Verifier } from '../gateway/verifier.ts';
import { keyForms } from '../keys/key-format.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import {
  counter,
  counters,
  gauge,
  type Metric,
  ProcessMetrics,
  RequestMetrics,
} from '../platform/metrics.ts';
import { readRelease } from '../platform/release.ts';
import type { Secrets } from '../platform/secrets.ts';
import { api, gatewayVerify, health, mcpServer, ready } from '../urls.ts';

/** Needed by every subject of the portal. */
export interface PortalServices {
  config: Config;
  database: Database;
  secrets: Secrets;
  log: Logger;
  now: () => number;
}

interface GatewayOptions extends PortalServices {
  /** The path patterns that calls are counted under. */
  endpoints: string[];
  keyPolicy: KeyPolicy;
}

/** The verifier and what it needs, for every process: the whole portal, or the verifier alone. */
export function wireGateway(options: GatewayOptions) {
  const { config, database, secrets, endpoints, keyPolicy, log, now } = options;
  const { db } = database;
  const keys = new KeyCache({ db, secrets, log, now });
  const usage = createUsageCounter({ db, now, log });
  const processes = createProcesses({ db, now, log });
  const quota = new Quota({ db, secrets, processes, now });
  const denials = createDenialCounter({ db, now, log });
  const denialLog = new DenialLog(log);
  const release = readRelease();
  const isAllowedPeer = createPeerCheck(config.gatewayPeers);
  const verifier = new Verifier({
    keys,
    quota,
    usage,
    denials,
    canCall: accessRules(keyPolicy),
    namesOf: roleNames(keyPolicy),
    secretForm: keyForms(keyPolicy.prefixes).secret,
    endpointOf: endpointOf(endpoints),
    now,
  });
  const forwardAuth = { verifier, denialLog, isAllowedPeer };
  const requestMetrics = config.metricsListen && new RequestMetrics();
  const processMetrics = config.metricsListen && new ProcessMetrics();
  const onAnswered =
    requestMetrics &&
    ((status: number, seconds: number) => requestMetrics.observe('gateway', status, seconds));
  return {
    verifier,
    keys,
    quota,
    denialLog,
    housekeeping: [usage, denials, keys, quota, processes].map((part) => () => part.forgetOld()),
    /** Call this before any other listener for requests is added to the server. */
    installFastPath(server: FastifyInstance) {
      installFastPath(server.server, { ...forwardAuth, onAnswered });
      requestMetrics?.watch(server, surfaceOf);
    },
    mountRoutes: (server: FastifyInstance) =>
      server.register(async (scope) => gatewayRoutes(scope, forwardAuth)),
    start: () => processes.start(),
    readMetrics: (): Metric[] => [
      gauge('portal_info', 'The release, and what this process serves.', 1, {
        ...release,
        parts: config.parts,
      }),
      counters('portal_verdicts_total', 'Decisions about calls, by cause.', 'verdict', verifier.verdicts),
      counters('portal_key_lookups_total', 'Where keys were found.', 'from', {
        memory: keys.lookups.memory + verifier.fromMemory,
        database: keys.lookups.database,
      }),
      gauge('portal_known_keys', 'Keys in memory.', keys.size),
      counter('portal_quota_advances_total', 'Quota leases taken from the database.', quota.leasesTaken),
      gauge('portal_processes', 'Live processes on this database at the last heartbeat.', processes.count),
      counters('portal_database_errors_total', 'Failed statements, by kind.', 'kind', database.errors),
      ...(requestMetrics?.read() ?? []),
      ...(processMetrics?.read() ?? []),
    ],
    /** Writes pending counts and returns leased quota. Each of the promises can fail on its own. */
    stop() {
      denialLog.flush();
      processMetrics?.stop();
      return [usage.flush(), denials.flush(), quota.returnLeases(), processes.stop()];
    },
  };
}

const surfaces = [
  [gatewayVerify, 'gateway'],
  [api, 'api'],
  [mcpServer, 'mcp'],
  [health, 'health'],
  [ready, 'health'],
] as const;

/** The part of the portal that a URL belongs to. There are few names, whatever clients request. */
const surfaceOf = (url: string): string =>
  surfaces.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'portal';
