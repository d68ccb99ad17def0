import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/platform/open-database.ts';
import { engine, engineMissing, freshDatabase, migrationsFolder } from '../helpers/database.ts';
import { spawnPortalProcess } from '../helpers/process.ts';
import { FaultEnvironment } from './fault-environment.ts';
import { faultRounds } from './run-length.ts';
import { describeSchema } from './schema.ts';
import { SignUps } from './sign-ups.ts';

/** Slightly longer than all migrations take. */
const maxMigrationMs = engine === 'postgres' ? 120 : 40;

describe.skipIf(engineMissing)(`a first start that is killed while it migrates, ${faultRounds} times`, () => {
  let whole: string[];
  let environment: FaultEnvironment;
  const outcomes = { nothing: 0, everything: 0 };
  beforeAll(async () => {
    const database = await freshDatabase();
    whole = await describeSchema(database);
    await database.close();
    environment = await FaultEnvironment.open();
  });
  afterAll(async () => {
    console.log(`${faultRounds} kills left ${JSON.stringify(outcomes)}`);
    await environment?.close();
  });

  test('leaves everything or nothing, and the next start continues from there', async () => {
    for (let round = 1; round <= faultRounds; round++) {
      await killWhileMigrating();
      const left = await environment.look(describeSchema);
      if (left.length === 0) {
        // The next round starts on what this one left behind.
        outcomes.nothing++;
        continue;
      }
      expect(left).toEqual(whole);
      outcomes.everything++;
      expect(await environment.look((database) => migrate(database, migrationsFolder, Date.now))).toEqual([]);
      await environment.close();
      environment = await FaultEnvironment.open();
    }
  });

  test('leaves a database on which people can sign up', async () => {
    await killWhileMigrating();
    await environment.start();
    const { step } = await new SignUps(environment).signUpOne();
    expect(step).toBe('signed up');
    expect(await environment.look(describeSchema)).toEqual(whole);
  });

  async function killWhileMigrating(): Promise<void> {
    const opening = watchForOpening(environment);
    const portal = await spawnPortalProcess(environment.env);
    await opening();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxMigrationMs));
    await portal.kill('SIGKILL');
  }
});

const maxSeconds = 60;

/** Returns a function that waits for the moment in which the next process opens the database. */
function watchForOpening(environment: FaultEnvironment): () => Promise<void> {
  if (environment.env.DATABASE_URL) return () => untilConnected(environment);
  const file = join(environment.env.DATA_DIR!, 'portal.db');
  // SQLite's log exists as long as a process has the file open.
  const sign = existsSync(file) ? `${file}-wal` : file;
  return () => until(async () => existsSync(sign));
}

const untilConnected = (environment: FaultEnvironment) =>
  environment.look(({ db }) =>
    until(async () => {
      const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
        and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db);
      return rows.length > 0;
    }),
  );

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + maxSeconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('Nobody opened the database');
    await sleep(2);
  }
}
