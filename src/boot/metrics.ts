import packageFile from '../../package.json' with { type: 'json' };
import type { KeyCache } from '../gateway/key-cache.ts';
import type { Processes } from '../gateway/processes.ts';
import type { Quota } from '../gateway/quota.ts';
import type { Verifier } from '../gateway/verifier.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { counter, counters, gauge, type Metric } from '../platform/metrics/metric.ts';
import { api, gatewayVerify, health, mcpServer, ready } from '../urls.ts';

interface GatewayNumbers {
  verifier: Verifier;
  keys: KeyCache;
  quota: Quota;
  processes: Processes;
}

/** Of every process. */
export function gatewayMetrics(
  { parts }: Config,
  { faults }: Database,
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
    counters('portal_database_errors_total', 'Statements that failed, by kind.', 'kind', { ...faults }),
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
export const surfaceOf = (url: string): string =>
  surfaces.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'portal';
