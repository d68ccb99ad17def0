import { freeRole } from '../keys/contract.ts';
import { openSecret, secretsOf } from '../keys/key-secrets.ts';
import { OperatorError } from '../keys/operator.ts';
import type { KeyRow } from '../keys/store.ts';
import type { Database, Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type ExportRow, openExport } from './export.ts';
import { hasAccounts } from './store.ts';
import {
  type AnyRow,
  type Column,
  deleteAll,
  describeRowError,
  insertRows,
  listMigrations,
  listTables,
  type Table,
  withSavepoint,
} from './table-store.ts';

export const trustUnsignedOption = '--trust-unsigned';

const rowsPerBatch = 500;

/**
 * Imports a whole export into a database without accounts, or nothing of it. `trustUnsigned` accepts a file that was
 * not signed with this SECRET_KEY.
 */
export async function importAll(
  database: Database,
  path: string,
  { secrets, trustUnsigned }: { secrets: Secrets; trustUnsigned: boolean },
): Promise<AnyRow> {
  const { heading, isSigned, rows } = await openExport(path, secrets);
  await requireSameTables(database.db, heading.migrations);
  const tables = new Map((await listTables(database)).map((table) => [table.name, table]));
  const grants = new Grants();
  for await (const { table, row } of checkedRows(rows(), tables)) {
    requireReadable(secrets, table, row);
    grants.add(table, row);
  }
  if (!isSigned && !trustUnsigned)
    throw new OperatorError(
      `${path} is not signed with this SECRET_KEY. It contains ${grants.describe()}. If you trust the file, add ${trustUnsignedOption}`,
    );
  const count = await database.db.transaction().execute(async (trx) => {
    await requireEmpty(trx, database.location);
    for (const table of [...tables.values()].reverse()) await deleteAll(trx, table);
    return insertAll(trx, checkedRows(rows(), tables));
  });
  return { file: path, rows: count, into: database.location };
}

/** Counts what an import would grant: this is what the operator has to trust. */
class Grants {
  #accounts = 0;
  #keys = 0;
  #connections = 0;
  #allAccess = 0;
  #highestLimit = 0;

  add({ name }: Table, row: AnyRow): void {
    if (name !== 'users' && name !== 'api_keys') return;
    this.#highestLimit = Math.max(this.#highestLimit, Number(row.requests_per_hour));
    if (name === 'users') this.#accounts++;
    else if (row.slot === null) this.#connections++;
    else this.#keys++;
    if (name === 'api_keys' && row.roles !== freeRole) this.#allAccess++;
  }

  describe(): string {
    const accounts = this.#accounts === 1 ? '1 account' : `${this.#accounts} accounts`;
    const keys = this.#keys === 1 ? '1 key' : `${this.#keys} keys`;
    const apps = this.#connections === 0 ? '' : `, ${this.#connections} connected apps`;
    return `${accounts} and ${keys}, ${this.#allAccess} of them with all access${apps}, and limits of up to ${this.#highestLimit} calls per hour`;
  }
}

async function requireSameTables(db: Db, migrations: string[]): Promise<void> {
  const own = await listMigrations(db);
  if (own.join() === migrations.join()) return;
  const [missing] = migrations.filter((name) => !own.includes(name));
  throw new OperatorError(
    missing
      ? `The export comes from a newer release, which has ${missing}: import it with that release`
      : 'The export comes from an older release: start this release on the old database once, and export again',
  );
}

interface CheckedRow {
  table: Table;
  row: AnyRow;
  at: string;
}

/** Rejects a row that does not fit its table: the database would do so later, less clearly, or on one engine only. */
async function* checkedRows(
  rows: AsyncIterable<ExportRow>,
  tables: Map<string, Table>,
): AsyncGenerator<CheckedRow> {
  for await (const { table: name, row, at } of rows) {
    const table = tables.get(name);
    if (!table) throw new OperatorError(`${at}: unknown table ${JSON.stringify(name)}`);
    const place = `${at}, table ${name}`;
    const fail = (problem: string): never => {
      throw new OperatorError(`${place}: ${problem}`);
    };
    const unknown = Object.keys(row).find((key) => !table.columns.some((column) => column.name === key));
    if (unknown !== undefined) fail(`unknown column ${JSON.stringify(unknown)}`);
    const checked: AnyRow = {};
    for (const column of table.columns)
      checked[column.name] = checkValue(column, row[column.name], (problem) =>
        fail(`column ${column.name} ${problem}`),
      );
    yield { table, row: checked, at: place };
  }
}

const maxInteger = 2 ** 31;

/** Returns the value, or calls `fail` with what is wrong. */
function checkValue({ type, isNullable }: Column, value: unknown, fail: (problem: string) => never) {
  if (value === undefined) return fail('is missing');
  if (value === null) return isNullable ? value : fail('must not be null');
  if (type === 'text') {
    if (typeof value !== 'string') return fail('must be text');
    return value.includes('\0') ? fail('must be text without NUL characters') : value;
  }
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return fail('must be a whole number');
  if (type === 'integer' && Math.abs(value) >= maxInteger)
    return fail(`must be a whole number below ${maxInteger}`);
  return value;
}

/** A key that cannot be decrypted here would never work. */
function requireReadable(secrets: Secrets, { name }: Table, row: AnyRow): void {
  if (name === 'api_keys' && !isReadable(secrets, row as unknown as KeyRow))
    throw new OperatorError(
      `Key ${row.external_id} cannot be decrypted: set SECRET_KEY to that of the exported portal`,
    );
}

function isReadable(secrets: Secrets, row: KeyRow): boolean {
  try {
    openSecret(secrets, row.id, secretsOf(row)[0]);
    return true;
  } catch {
    return false;
  }
}

async function requireEmpty(db: Db, place: string): Promise<void> {
  if (await hasAccounts(db))
    throw new OperatorError(`${place} already has accounts: import into a new database`);
}

/** The rows are ordered by table, parents first. */
async function insertAll(db: Db, rows: AsyncIterable<CheckedRow>): Promise<number> {
  let count = 0;
  let batch: CheckedRow[] = [];
  for await (const each of rows) {
    if (batch.length === rowsPerBatch || batch.at(-1)?.table !== each.table) {
      await insertBatch(db, batch);
      batch = [];
    }
    batch.push(each);
    count++;
  }
  await insertBatch(db, batch);
  return count;
}

/** If the database rejects a batch, its rows are inserted one by one, to find the one that is wrong. */
async function insertBatch(db: Db, batch: CheckedRow[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const rows = batch.map(({ row }) => row);
  try {
    await withSavepoint(db, () => insertRows(db, first.table, rows));
  } catch (error) {
    const reason = describeRowError(error);
    if (reason === undefined) throw error;
    if (batch.length === 1) throw new OperatorError(`${first.at}: ${reason}`);
    for (const each of batch) await insertBatch(db, [each]);
  }
}
