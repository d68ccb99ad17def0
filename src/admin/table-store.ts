import { type ColumnMetadata, type RawBuilder, sql } from 'kysely';
import { type Database, type Db, isForeignKeyViolation, isUniqueViolation } from '../platform/database.ts';
import { asSystemError } from '../platform/errors.ts';

/** A table of the database, of any subject. */
export interface Table {
  name: string;
  columns: Column[];
  /** The primary key, by which the rows are ordered. */
  key: string[];
}

export interface Column {
  name: string;
  type: 'text' | 'integer' | 'bigint';
  isNullable: boolean;
}

export type AnyRow = Record<string, string | number | null>;

/** These describe one database or the current moment, and are not exported. */
const excluded = ['schema_migrations', 'processes'];
/** Other tables refer to these. */
const first = ['users', 'api_keys'];

/** Lists the tables in an order in which rows can be inserted. */
export async function listTables({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Table[]> {
  const found = (await db.introspection.getTables()).filter(({ name }) => !excluded.includes(name));
  const tables = await Promise.all(
    found.map(async ({ name, columns }) => {
      const key = await keyOf(db, engine, name);
      return { name, columns: columns.map((column) => describeColumn(column, key)), key };
    }),
  );
  const rank = ({ name }: Table) => (first.includes(name) ? first.indexOf(name) : first.length);
  return tables.sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}

/** SQLite reports the columns of a primary key as nullable; PostgreSQL does not. */
const describeColumn = ({ name, dataType, isNullable }: ColumnMetadata, key: string[]): Column => ({
  name,
  type: columnTypes[dataType.toLowerCase()] ?? 'text',
  isNullable: isNullable && !key.includes(name),
});

const columnTypes: Record<string, Column['type']> = {
  integer: 'integer',
  int4: 'integer',
  bigint: 'bigint',
  int8: 'bigint',
};

async function keyOf(db: Db, engine: Database['engine'], table: string): Promise<string[]> {
  const query =
    engine === 'postgres'
      ? sql<{ name: string }>`select a.attname as name from pg_index i
          join unnest(i.indkey) with ordinality as k(attnum, place) on true
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          where i.indisprimary and i.indrelid = to_regclass(${table}) order by k.place`
      : sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

const refs = (names: string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Reads the rows that follow `after`, in the order of the primary key. */
export async function readRows(
  db: Db,
  { name, key }: Table,
  after: AnyRow | undefined,
  maxRows: number,
): Promise<AnyRow[]> {
  const condition: RawBuilder<unknown> = after
    ? sql`where (${refs(key)}) > (${sql.join(key.map((column) => after[column]))})`
    : sql``;
  const query = sql<AnyRow>`select * from ${sql.table(name)} ${condition} order by ${refs(key)} limit ${sql.lit(maxRows)}`;
  return (await query.execute(db)).rows;
}

export async function insertRows(db: Db, { name, columns }: Table, rows: AnyRow[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column.name]))})`);
  const names = columns.map((column) => column.name);
  await sql`insert into ${sql.table(name)} (${refs(names)}) values ${sql.join(values)}`.execute(db);
}

/**
 * Undoes a failed statement and leaves the transaction usable: without the savepoint PostgreSQL rejects every statement
 * that follows.
 */
export async function withSavepoint<T>(db: Db, run: () => Promise<T>): Promise<T> {
  await sql`savepoint rows`.execute(db);
  try {
    const result = await run();
    await sql`release savepoint rows`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint rows`.execute(db);
    throw error;
  }
}

/** Describes why the database rejected a row, or returns undefined if the error is not about the row. */
export function describeRowError(error: unknown): string | undefined {
  if (isUniqueViolation(error)) return 'a row with the same key already exists';
  if (isForeignKeyViolation(error)) return 'it refers to a row that is not in the file';
  const { code = '', errcode = 0, message } = asSystemError(error);
  // PostgreSQL's data and constraint errors; SQLite's CONSTRAINT and MISMATCH.
  const isAboutRow = /^2[23]/.test(code) || [19, 20].includes(errcode & 0xff);
  return isAboutRow ? `the database rejects it: ${message}` : undefined;
}

export async function deleteAll(db: Db, { name }: Table): Promise<void> {
  await sql`delete from ${sql.table(name)}`.execute(db);
}

export async function listMigrations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Makes all reads of the transaction see the same moment. SQLite does so by itself. */
export async function startSnapshot(db: Db, engine: Database['engine']): Promise<void> {
  if (engine === 'postgres')
    await sql`set transaction isolation level repeatable read, read only`.execute(db);
}
