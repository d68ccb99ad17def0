import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { OperatorError } from '../keys/operator.ts';
import type { Database } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { ExportLines, headingOf } from './export-file.ts';
import { type AnyRow, holdMoment, listMigrations, listTables, readRows } from './table-store.ts';

const pageRows = 2000;

/**
 * Everything that must survive, as of one moment, into a new file that its owner alone may read. What is sealed
 * stays sealed: the file is worth as much as a backup, and needs the same SECRET_KEY, which also signs it.
 */
export async function exportAll(
  database: Database,
  path: string,
  secrets: Secrets,
  now: number,
): Promise<AnyRow> {
  const lines = new ExportLines(secrets);
  let count = 0;
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await once(file, 'open').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(error.code === 'EEXIST' ? `${path} is there already` : error.message);
  });
  const write = async (text: string) => {
    if (!file.write(text)) await once(file, 'drain');
  };
  await database.db.transaction().execute(async (trx) => {
    await holdMoment(trx, database.engine);
    await write(lines.heading(headingOf(await listMigrations(trx), new Date(now).toISOString())));
    for (const table of await listTables({ db: trx, engine: database.engine })) {
      let page = await readRows(trx, table, undefined, pageRows);
      for (; page.length > 0; page = await readRows(trx, table, page.at(-1), pageRows)) {
        for (const row of page) await write(lines.row(table.name, row));
        count += page.length;
      }
    }
  });
  file.end(lines.end());
  await finished(file);
  return { file: path, rows: count, from: database.place };
}
