import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { ContentError } from './content/read-yaml.ts';
import { loadSite } from './content/site.ts';
import { hostsOf } from './hosts.ts';
import type { Pages, PagesOptions } from './pages.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { type Database, openPostgres, openSqlite } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrations.ts';
import { root } from './platform/root.ts';
import { secretKeysOf } from './platform/secrets.ts';
import { devMail } from './urls.ts';
import { drawWindPicture } from './weather/picture.ts';

/** Whoever still reads an answer when a stop is this old is cut off; what is to be kept is written afterwards. */
const cutOffAfterMs = 3000;
const stopMsMax = 4500;

/** The browser app: built files, or a bundler that makes them as they are asked for. */
export interface FrontEnd {
  pages(options: PagesOptions): Promise<Pages>;
  mountAssets(server: FastifyInstance): void;
}

/** From the environment to a listening server; whatever stops it is said in one line. */
export async function start(prepare: () => Promise<FrontEnd>): Promise<void> {
  try {
    await serve(readConfig(process.env), prepare);
  } catch (error) {
    console.error(sentenceFor(error) ?? error);
    process.exit(1);
  }
}

/** A stack is for mistakes of our own, not for what the operator or the machine can set right. */
function sentenceFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof ConfigError || error instanceof ContentError) return error.message;
  const { code, syscall, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === 'EADDRINUSE') return `${error.message}: stop what listens there, or set PORT to another`;
  if (code === 'ERR_SQLITE_ERROR' && sqliteRefusals.has(errcode)) return `DATA_DIR: ${error.message}`;
  return syscall && error.message;
}

/** Read only, disk full, cannot be opened, no database. */
const sqliteRefusals = new Set<number | undefined>([8, 13, 14, 26]);

async function serve(given: Config, prepare: () => Promise<FrontEnd>): Promise<void> {
  const frontEnd = await prepare();
  const config = { ...given, secretKeys: secretKeysOf(given) };
  const { hosts, sandbox } = hostsOf(config);
  const site = loadSite(join(root, 'content'), hosts, { sandbox });
  const drawPicture = sandbox ? () => drawWindPicture(Date.now()) : undefined;
  const pages = await frontEnd.pages({ site, publicUrl: config.publicUrl, drawPicture });
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl)
    : openSqlite(join(config.dataDir, 'portal.db'));
  await migratePatiently(config, database);
  const { mountAssets } = frontEnd;
  const { server, mailPlace } = await createApp({
    config,
    database,
    site,
    pages,
    mountAssets,
    log: createLog(config.logLevel),
  });

  const stop = async () => {
    setTimeout(() => server.server.closeAllConnections(), cutOffAfterMs).unref();
    setTimeout(() => process.exit(0), stopMsMax).unref();
    await server.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);

  await server.listen({ host: config.host, port: config.port });
  console.log(`
  The portal is at  ${config.publicUrl}
  Mail goes to      ${mailPlace}${config.smtpUrl || config.production ? '' : `  (read it at ${config.publicUrl}${devMail})`}
  Data is kept in   ${database.place}
  Stop it with      Ctrl+C
`);
  if (!sandbox && !config.mcpUrl)
    console.warn(`  Nothing answers at ${hosts.mcp}, which the pages name: set MCP_URL as well.\n`);
  if (sandbox && (config.forecastsApiUrl || config.dataApiUrl))
    console.warn(
      '  The pages call all weather synthetic until both FORECASTS_API_URL and DATA_API_URL are set.\n',
    );
}

/** Another process may be at it for minutes, and nobody waits for an answer yet. */
async function migratePatiently({ databaseUrl }: Config, database: Database): Promise<void> {
  const patient = databaseUrl ? openPostgres(databaseUrl, 1, 0) : database;
  await migrate(patient, join(root, 'db/migrations'), Date.now);
  if (patient !== database) await patient.close();
}
