import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageFile from '../../package.json' with { type: 'json' };
import type { KeyTerms } from '../content/contract.ts';
import { DenialCounter } from '../gateway/denial-counter.ts';
import { DenialLog } from '../gateway/denial-log.ts';
import { accessRules, endpointOf, roleNames } from '../gateway/endpoints.ts';
import { createPeerCheck, gatewayRoutes, installFastPath } from '../gateway/forward-auth.ts';
import { KeyCache } from '../gateway/key-cache.ts';
import { Processes } from '../gateway/processes.ts';
import { Quota } from '../gateway/quota.ts';
import { UsageCounter } from '../gateway/usage-counter.ts';
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
import type { Secrets } from '../platform/secrets.ts';
import { api, gatewayVerify, health, mcpServer, ready } from '../urls.ts';

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
  const refusals = new DenialCounter({ db, now, log });
  const denialLog = new DenialLog(log);
  const isAllowedPeer = createPeerCheck(config.gatewayPeers);
  const verifier = new Verifier({
    keys,
    quota,
    usage,
    refusals,
    canCall: accessRules(terms),
    namesOf: roleNames(terms),
    secretForm: keyForms(terms.prefixes).secret,
    endpointOf: endpointOf(endpoints),
    now,
  });
  const asked = { verifier, refusals: denialLog, isAllowedPeer };
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
    denialLog,
    housekeeping: [usage, refusals, keys, quota, processes].map((part) => () => part.forgetOld()),
    /** Before any other listener of the server is added. */
    installFastPath(server: FastifyInstance) {
      installFastPath(server.server, { ...asked, onAnswered });
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
      denialLog.tell();
      measured?.process.stop();
      return [usage.write(), refusals.write(), quota.returnLeases(), processes.stop()];
    },
  };
}

interface GatewayNumbers {
  verifier: Verifier;
  keys: KeyCache;
  quota: Quota;
  processes: Processes;
}

/** Of every process. */
function gatewayMetrics(
  { parts }: Config,
  { errors }: Database,
  { verifier, keys, quota, processes }: GatewayNumbers,
): Metric[] {
  const { memory, database } = keys.lookups;
  return [
    {
      name: 'portal_info',
      type: 'gauge',
      help: 'Which release this is, and what it serves.',
      samples: [{ labels: { version: packageFile.version, parts }, value: 1 }],
    },
    counters('portal_verdicts_total', 'Decisions about calls, by cause.', 'verdict', verifier.verdicts),
    counters('portal_key_lookups_total', 'Where keys were found.', 'from', {
      memory: memory + verifier.fromMemory,
      database,
    }),
    gauge('portal_known_keys', 'Keys in memory.', keys.size),
    counter('portal_quota_advances_total', 'Advances taken of somebody’s hour.', quota.advances),
    gauge('portal_processes', 'Live processes on this database, as of the last beat.', processes.count),
    counters('portal_database_errors_total', 'Statements that failed, by kind.', 'kind', { ...errors }),
  ];
}

const surfaces = [
  [gatewayVerify, 'gateway'],
  [api, 'api'],
  [mcpServer, 'mcp'],
  [health, 'health'],
  [ready, 'health'],
] as const;

/** Which part of the portal an address is of: a few names, whatever is asked for. */
const surfaceOf = (url: string): string =>
  surfaces.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'portal';
