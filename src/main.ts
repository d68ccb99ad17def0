import { join } from 'node:path';
import { createApp } from './app.ts';
import { buildIfNeeded } from './build.ts';
import { ContentError } from './content/read-yaml.ts';
import { loadSite } from './content/site.ts';
import { hostsOf } from './hosts.ts';
import { builtRenderer, renderPages } from './pages.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { openPostgres, openSqlite } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrations.ts';
import { root } from './platform/root.ts';
import { loadOrCreateSecretKey } from './platform/secrets.ts';

const stopSecondsMax = 5;

try {
  await start(readConfig(process.env));
} catch (error) {
  const known = error instanceof ConfigError || error instanceof ContentError;
  console.error(known ? error.message : error);
  process.exit(1);
}

async function start(given: Config): Promise<void> {
  await buildIfNeeded(console.log);
  const config = given.secretKeys.length > 0 ? given : { ...given, secretKeys: [loadOrCreateSecretKey(given.dataDir)] };
  const { hosts, sandbox } = hostsOf(config);
  const site = loadSite(join(root, 'content'), hosts, { sandbox });
  const pages = renderPages({ site, publicUrl: config.publicUrl, drawPicture: undefined }, await builtRenderer());
  const database = config.databaseUrl ? openPostgres(config.databaseUrl) : openSqlite(join(config.dataDir, 'portal.db'));
  await migrate(database, join(root, 'db/migrations'), Date.now);
  const { server, mailPlace } = await createApp({ config, database, site, pages, log: createLog() });

  const stop = async () => {
    // Whoever still holds a connection after this is cut off.
    setTimeout(() => process.exit(0), stopSecondsMax * 1000 - 500).unref();
    await server.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);

  await server.listen({ host: config.host, port: config.port });
  console.log(`
  The portal is at  ${config.publicUrl}
  Mail goes to      ${mailPlace}${config.smtpUrl ? '' : `  (read it at ${config.publicUrl}/dev/mail)`}
  Data is kept in   ${database.place}
  Stop it with      Ctrl+C
`);
}
