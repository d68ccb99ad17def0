import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  areSameLocalPortal,
  type Config,
  readConfig,
  requireProductionSettings,
} from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import {
  describeDataDirError,
  describeListenError,
  describeMetricsError,
  withOperatorMessage,
} from '../platform/environment-error.ts';
import { createLog, logLast } from '../platform/log.ts';
import { listenForMetrics, type Metric } from '../platform/metrics.ts';
import { openDatabase, openMigrated } from '../platform/open-database.ts';
import { secretKeysOf } from '../platform/secrets.ts';
import { type Report, reportInLog, reportOnTerminal } from './report.ts';

/** Clients that still read a response after this time are disconnected. Pending writes to the database follow. */
const disconnectAfterMs = 3000;
const maxStopMs = 4500;
/** Nobody may be reading the log any more. */
const maxLogMs = 300;

/** A process that is ready except for its database. */
export interface Prepared {
  createServer(
    database: Database,
    log: Logger,
  ): Promise<{
    server: FastifyInstance;
    readMetrics(): Promise<Metric[]>;
    /** Reported to the operator once the server listens: each value by its name, and what may be a mistake. */
    summary: Record<string, string>;
    warnings?: string[];
  }>;
}

type Prepare = (config: Config, report: Report['progress']) => Promise<Prepared>;

/** Reads the environment and starts a server. An error that the operator can fix is printed as one line. */
export async function start(prepare: Prepare): Promise<void> {
  const log = createLog('info');
  // This is read before the configuration, because its mistakes are reported too.
  const isProduction = process.env.NODE_ENV?.trim() === 'production';
  const report = isProduction ? reportInLog(log) : reportOnTerminal;
  try {
    const config = readConfig(process.env);
    requireProductionSettings(config);
    log.level = config.logLevel;
    await serve(config, prepare, { log, report });
  } catch (error) {
    report.failure(error);
    process.exit(1);
  }
}

async function serve(
  configured: Config,
  prepare: Prepare,
  { log, report }: { log: Logger; report: Report },
): Promise<void> {
  const secretKeys = await withOperatorMessage(describeDataDirError(configured.dataDir), () =>
    secretKeysOf(configured),
  );
  const config = { ...configured, secretKeys };
  const prepared = await prepare(config, report.progress);
  await (await openMigrated(config)).close();
  const database = await openDatabase(config);
  const { server, readMetrics, summary, warnings = [] } = await prepared.createServer(database, log);
  stopOnSignals(server, database, log);
  const { host, port, metricsListen } = config;
  if (metricsListen) {
    const listen = () => listenForMetrics(metricsListen, readMetrics);
    const metrics = await withOperatorMessage(describeMetricsError, listen);
    server.addHook('onClose', async () => {
      metrics.close();
      metrics.closeAllConnections();
    });
  }
  const address = await withOperatorMessage(describeListenError, async () => {
    await server.ready();
    return report.isTerminal
      ? listenWithoutLogLine(server, { host, port }, log)
      : server.listen({ host, port });
  });
  const { publicUrl } = config;
  const isElsewhere = address !== publicUrl && !areSameLocalPortal(address, publicUrl);
  const listening = report.isTerminal && isElsewhere ? { listening: address } : {};
  report.started({ ...summary, ...listening }, warnings);
}

/** Fastify logs the address, and has no option against it. */
async function listenWithoutLogLine(
  server: FastifyInstance,
  options: { host: string; port: number },
  log: Logger,
): Promise<string> {
  const { level } = log;
  log.level = 'silent';
  try {
    return await server.listen(options);
  } finally {
    log.level = level;
  }
}

function stopOnSignals(server: FastifyInstance, database: Database, log: Logger): void {
  const stop = async (signal: NodeJS.Signals) => {
    const startedAt = performance.now();
    log.info({ signal }, 'stopping');
    const end = async (isComplete: boolean) => {
      setTimeout(() => process.exit(0), maxLogMs);
      const ms = Math.round(performance.now() - startedAt);
      await logLast(log, { signal, isComplete, ms }, 'stopped');
      process.exit(0);
    };
    setTimeout(() => server.server.closeAllConnections(), disconnectAfterMs).unref();
    setTimeout(() => end(false), maxStopMs).unref();
    await server.close();
    await database.close();
    await end(true);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}
