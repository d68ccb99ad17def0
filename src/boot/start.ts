import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ContentError } from '../content/yaml/mistakes.ts';
import { type Config, ConfigError, readConfig, requireProductionSettings } from '../platform/config.ts';
import type { Database, Db } from '../platform/database.ts';
import {
  describeDatabaseError,
  describeDataDirError,
  describeListenError,
  describeMetricsError,
  EnvironmentError,
  withOperatorMessage,
} from '../platform/environment-error.ts';
import { createLog } from '../platform/log.ts';
import { listenForMetrics, type Metric } from '../platform/metrics.ts';
import { openDatabase, openMigrated } from '../platform/open-database.ts';
import { secretKeysOf } from '../platform/secrets.ts';

/** Clients that still read a response after this time are disconnected. Pending writes to the database follow. */
const disconnectAfterMs = 3000;
const maxStopMs = 4500;

/** What a process serves, ready except for its database. */
export interface Prepared {
  /** Runs after the migrations and before the first request. */
  upgradeData?(db: Db): Promise<void>;
  createServer(
    database: Database,
    log: Logger,
  ): Promise<{
    server: FastifyInstance;
    readMetrics(): Promise<Metric[]>;
    /** Printed for the operator once the server listens. */
    lines: string[];
  }>;
}

type Prepare = (config: Config) => Promise<Prepared>;

/** Reads the environment and starts a server. An error that the operator can fix is printed as one line. */
export async function start(prepare: Prepare): Promise<void> {
  try {
    const config = readConfig(process.env);
    requireProductionSettings(config);
    await serve(config, prepare);
  } catch (error) {
    console.error(isOperatorError(error) ? error.message : error);
    process.exit(1);
  }
}

/** Other errors are bugs and are printed with their stack. */
const isOperatorError = (error: unknown): error is Error =>
  [ConfigError, ContentError, EnvironmentError].some((kind) => error instanceof kind) ||
  (error instanceof Error && 'syscall' in error);

async function serve(configured: Config, prepare: Prepare): Promise<void> {
  const secretKeys = await withOperatorMessage(describeDataDirError(configured.dataDir), () =>
    secretKeysOf(configured),
  );
  const config = { ...configured, secretKeys };
  const prepared = await prepare(config);
  const { db, close } = await openMigrated(config);
  await withOperatorMessage(describeDatabaseError(config), () => prepared.upgradeData?.(db)).finally(close);
  const database = await openDatabase(config);
  const { server, readMetrics, lines } = await prepared.createServer(database, createLog(config.logLevel));
  stopOnSignals(server, database);
  const { host, port, metricsListen } = config;
  if (metricsListen) {
    const listen = () => listenForMetrics(metricsListen, readMetrics);
    const metrics = await withOperatorMessage(describeMetricsError, listen);
    server.addHook('onClose', async () => {
      metrics.close();
      metrics.closeAllConnections();
    });
  }
  await withOperatorMessage(describeListenError, () => server.listen({ host, port }));
  console.log(['', ...lines, '', 'Press Ctrl+C to stop', ''].map((line) => line && `  ${line}`).join('\n'));
}

function stopOnSignals(server: FastifyInstance, database: Database): void {
  const stop = async () => {
    setTimeout(() => server.server.closeAllConnections(), disconnectAfterMs).unref();
    setTimeout(() => process.exit(0), maxStopMs).unref();
    await server.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}
