import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { takeCanonicalAddresses } from './accounts/canonical-addresses.ts';
import { createApp } from './app.ts';
import { ContentError } from './content/content-error.ts';
import type { NamedPicture } from './content/contract.ts';
import { loadSite } from './content/site.ts';
import { firstPictures } from './first-pictures.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { databaseFault, dataDirFault, listenFault, MachineFault, naming } from './platform/machine-fault.ts';
import { openDatabase, openMigrated } from './platform/open-database.ts';
import { root } from './platform/root.ts';
import { secretKeysOf } from './platform/secrets.ts';
import { hostsOf } from './site/hosts.ts';
import type { Pages, PagesOptions } from './site/pages.ts';
import { drawWindPicture } from './weather/picture.ts';
import { createSandbox } from './weather/sandbox.ts';
import { SkyFeed } from './weather/sky-feed.ts';

/** A client that still reads an answer when a stop is this old is cut off; what is to be kept is written afterwards. */
const cutOffAfterMs = 3000;
const stopMsMax = 4500;

/** The browser app: built files, or a bundler that makes them as they are asked for. */
interface FrontEnd {
  pages(options: PagesOptions): Promise<Pages>;
  mountAssets(server: FastifyInstance): void;
}

/** From the environment to a listening server; whatever stops it is said in one line. */
export async function start(prepare: () => Promise<FrontEnd>): Promise<void> {
  try {
    await serve(readConfig(process.env), prepare);
  } catch (error) {
    console.error(isToBeSetRight(error) ? error.message : error);
    process.exit(1);
  }
}

/** By the operator, or on the machine: a stack is for mistakes of our own. */
const isToBeSetRight = (error: unknown): error is Error =>
  [ConfigError, ContentError, MachineFault].some((kind) => error instanceof kind) ||
  (error instanceof Error && 'syscall' in error);

async function prepareDatabase(config: Config): Promise<void> {
  const { db, close } = await openMigrated(config);
  await naming(databaseFault(config), () => takeCanonicalAddresses(db)).finally(close);
}

async function drawnFirst(): Promise<NamedPicture[]> {
  const weather = createSandbox(Date.now);
  const { sky } = await new SkyFeed(Date.now).read();
  return firstPictures(weather, sky).finally(() => weather.close());
}

async function serve(given: Config, prepare: () => Promise<FrontEnd>): Promise<void> {
  const frontEnd = await prepare();
  const secretKeys = await naming(dataDirFault(given.dataDir), () => secretKeysOf(given));
  const config = { ...given, secretKeys };
  const { hosts, sandbox } = hostsOf(config);
  const site = loadSite(join(root, 'content'), hosts, { sandbox });
  const drawPicture = sandbox ? () => drawWindPicture(Date.now()) : undefined;
  const viewerPictures = sandbox && sandbox !== 'forecasts' ? await drawnFirst() : undefined;
  const pages = await frontEnd.pages({ site, publicUrl: config.publicUrl, drawPicture, viewerPictures });
  await prepareDatabase(config);
  const database = await openDatabase(config);
  const { mountAssets } = frontEnd;
  const { server, mailPlace, mailLink } = await createApp({
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

  const { host, port } = config;
  await naming(listenFault, () => server.listen({ host, port }));
  console.log(`
  The portal is at  ${config.publicUrl}
  Mail goes to      ${mailPlace}${mailLink ? `\n  Read it at        ${mailLink}` : ''}
  Data is kept in   ${database.place}
  Stop it with      Ctrl+C
`);
  if (sandbox === 'forecasts' || sandbox === 'data')
    console.warn(
      `  The ${sandbox === 'data' ? 'Data' : 'Forecast'} API is still the sandbox, and the pages say so: set ${sandbox === 'data' ? 'DATA' : 'FORECASTS'}_API_URL as well.\n`,
    );
}
