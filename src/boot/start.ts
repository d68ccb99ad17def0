import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ContentError } from '../content/yaml/content-error.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
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
import type { Metric } from '../platform/metrics.ts';
import { listenForMetrics } from '../platform/metrics.ts';
import { openDatabase, openMigrated } from '../platform/open-database.ts';
import { secretKeysOf } from '../platform/secrets.ts';

/** A client that still reads an answer when a stop is this old is cut off; what is to be kept is written afterwards. */
const cutOffAfterMs = 3000;
const stopMsMax = 4500;

interface Serving {
  server: FastifyInstance;
  readMetrics(): Promise<Metric[]>;
  /** What the operator reads when it listens. */
  lines: string[];
}

/** What a process serves, ready but for its database. */
export interface Prepared {
  /** With every table there, before anyone is served. */
  bringUpToDate?(db: Db): Promise<void>;
  createServer(database: Database, log: Logger): Promise<Serving>;
}

type Prepare = (config: Config) => Promise<Prepared>;

/** From the environment to a listening server; whatever stops it is said in one line. */
export async function start(prepare: Prepare): Promise<void> {
  try {
    await serve(readConfig(process.env), prepare);
  } catch (error) {
    console.error(isOperatorError(error) ? error.message : error);
    process.exit(1);
  }
}

/** By the operator, or on the machine: a stack is for mistakes of our own. */
const isOperatorError = (error: unknown): error is Error =>
  [ConfigError, ContentError, EnvironmentError].some((kind) => error instanceof kind) ||
  (error instanceof Error && 'syscall' in error);

async function serve(given: Config, prepare: Prepare): Promise<void> {
  const secretKeys = await withOperatorMessage(describeDataDirError(given.dataDir), () =>
    secretKeysOf(given),
  );
  const config = { ...given, secretKeys };
  const prepared = await prepare(config);
  await prepareDatabase(config, prepared);
  const database = await openDatabase(config);
  const { server, readMetrics, lines } = await prepared.createServer(database, createLog(config.logLevel));
  stopOnSignals(server, database);
  const { host, port, metricsListen } = config;
  if (metricsListen) {
    const metrics = await withOperatorMessage(describeMetricsError, () =>
      listenForMetrics(metricsListen, readMetrics),
    );
    server.addHook('onClose', async () => {
      metrics.close();
      metrics.closeAllConnections();
    });
  }
  await withOperatorMessage(describeListenError, () => server.listen({ host, port }));
  console.log(['', ...lines.map((line) => `  ${line}`), ''].join('\n'));
}

async function prepareDatabase(config: Config, { bringUpToDate }: Prepared): Promise<void> {
  const { db, close } = await openMigrated(config);
  await withOperatorMessage(describeDatabaseError(config), () => bringUpToDate?.(db)).finally(close);
}

function stopOnSignals(server: FastifyInstance, database: Database): void {
  const stop = async () => {
    setTimeout(() => server.server.closeAllConnections(), cutOffAfterMs).unref();
    setTimeout(() => process.exit(0), stopMsMax).unref();
    await server.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}
