import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FaultStage } from './fault-stage.ts';

const secondsMax = 60;

/** Returns a function that waits for the moment in which the next process opens the database. */
export function watchForOpening(stage: FaultStage): () => Promise<void> {
  if (stage.env.DATABASE_URL) return () => untilConnected(stage);
  const file = join(stage.env.DATA_DIR!, 'portal.db');
  // Its log is there for as long as somebody has the file open.
  const sign = existsSync(file) ? `${file}-wal` : file;
  return () => until(async () => existsSync(sign));
}

const untilConnected = (stage: FaultStage) =>
  stage.look(({ db }) =>
    until(async () => {
      const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
        and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db);
      return rows.length > 0;
    }),
  );

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + secondsMax * 1000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('Nobody opened the database');
    await sleep(2);
  }
}
