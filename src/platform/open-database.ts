import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import { type Database, openPostgres, openSqlite } from './database.ts';
import { connectionFault, databaseFault, naming } from './machine-fault.ts';
import { migrate } from './migrations.ts';
import { root } from './root.ts';

export const sqlitePath = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'portal.db');

/** The database that the environment names, once it answers. `patient` waits for a lock as long as it takes. */
export const openDatabase = (config: Config, { patient = false } = {}): Promise<Database> =>
  naming(config.databaseUrl ? connectionFault : databaseFault(config), () => {
    const database = open(config, patient);
    return onceDone(database, () => sql`select 1`.execute(database.db));
  });

function open(config: Config, patient: boolean): Database {
  if (!config.databaseUrl) return openSqlite(sqlitePath(config));
  return patient ? openPostgres(config.databaseUrl, 1, 0) : openPostgres(config.databaseUrl);
}

/** With every table of this release. Another process may be at it for minutes, and nobody waits for an answer yet. */
export async function openMigrated(config: Config): Promise<Database> {
  const database = await openDatabase(config, { patient: true });
  const migrations = join(root, 'db/migrations');
  return naming(databaseFault(config), () =>
    onceDone(database, () => migrate(database, migrations, Date.now)),
  );
}

async function onceDone(database: Database, act: () => Promise<unknown>): Promise<Database> {
  try {
    await act();
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}
