import { OperatorError } from '../keys/operator.ts';
import { openSecret, secretsOf } from '../keys/sealed-secret.ts';
import type { KeyRow } from '../keys/store.ts';
import type { Database, Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { openExport } from './export-file.ts';
import {
  type AnyRow,
  deleteAll,
  insertRows,
  listMigrations,
  listTables,
  readRows,
  type Table,
} from './table-store.ts';

const batchRows = 500;

/** All of an export into a database that has nobody in it yet, or nothing of it. */
export async function importAll(database: Database, path: string, secrets: Secrets): Promise<AnyRow> {
  const { heading, rows } = await openExport(path);
  await requireSameTables(database.db, heading.migrations);
  const tables = new Map((await listTables(database)).map((table) => [table.name, table]));
  await requireReadable(path, rows(), tables, secrets);
  const count = await database.db.transaction().execute(async (trx) => {
    await requireEmpty(trx, tables, database.place);
    for (const table of [...tables.values()].reverse()) await deleteAll(trx, table);
    return insertAll(trx, tables, rows());
  });
  return { file: path, rows: count, into: database.place };
}

async function requireSameTables(db: Db, migrations: string[]): Promise<void> {
  const own = await listMigrations(db);
  if (own.join() === migrations.join()) return;
  const [missing] = migrations.filter((name) => !own.includes(name));
  throw new OperatorError(
    missing
      ? `The export is of a newer release, which has ${missing}: import it with that release`
      : 'The export is of an older release: start this release on the old database once, and export again',
  );
}

/** Before anything is written: a key that cannot be opened here would be refused for good. */
async function requireReadable(
  path: string,
  rows: AsyncIterable<[string, AnyRow]>,
  tables: Map<string, Table>,
  secrets: Secrets,
): Promise<void> {
  for await (const [name, row] of rows) {
    const table = tables.get(name);
    const isKnown = table && Object.keys(row).every((column) => table.columns.includes(column));
    if (!isKnown) throw new OperatorError(`${path} has a row of ${name} that this release does not know`);
    if (name === 'api_keys' && !isOpen(secrets, row as unknown as KeyRow))
      throw new OperatorError(
        `The key ${row.external_id} does not open: set SECRET_KEY to that of the portal the export is from`,
      );
  }
}

function isOpen(secrets: Secrets, row: KeyRow): boolean {
  try {
    openSecret(secrets, row.id, secretsOf(row)[0]);
    return true;
  } catch {
    return false;
  }
}

async function requireEmpty(db: Db, tables: Map<string, Table>, place: string): Promise<void> {
  const [person] = await readRows(db, tables.get('users')!, undefined, 1);
  if (person) throw new OperatorError(`There are people in ${place} already: import into a new database`);
}

/** Rows come table by table, parents first. */
async function insertAll(
  db: Db,
  tables: Map<string, Table>,
  rows: AsyncIterable<[string, AnyRow]>,
): Promise<number> {
  let count = 0;
  let waiting: AnyRow[] = [];
  let current = '';
  const write = async () => {
    if (waiting.length > 0) await insertRows(db, tables.get(current)!, waiting);
    waiting = [];
  };
  for await (const [name, row] of rows) {
    if (name !== current || waiting.length === batchRows) await write();
    current = name;
    waiting.push(row);
    count++;
  }
  await write();
  return count;
}
