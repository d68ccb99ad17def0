import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../platform/database.ts';

/** Any table of the database, whoever's it is: for what moves or looks through all of them. */

export interface Table {
  name: string;
  columns: string[];
  /** What its rows are in order by. */
  key: string[];
}

export type AnyRow = Record<string, string | number | null>;

/** What is true of one database, or of one moment, and nothing else. */
const notMoved = ['schema_migrations', 'processes'];
/** Others point to these. */
const first = ['users', 'api_keys'];

/** In an order in which rows can be put in. */
export async function listTables({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Table[]> {
  const found = (await db.introspection.getTables()).filter(({ name }) => !notMoved.includes(name));
  const tables = await Promise.all(
    found.map(async ({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name),
      key: await keyOf(db, engine, name),
    })),
  );
  const rank = ({ name }: Table) => (first.includes(name) ? first.indexOf(name) : first.length);
  return tables.sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}

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

/** The next rows after this one, in the order of the key. */
export async function readRows(
  db: Db,
  { name, key }: Table,
  after: AnyRow | undefined,
  rowsMax: number,
): Promise<AnyRow[]> {
  const place: RawBuilder<unknown> = after
    ? sql`where (${refs(key)}) > (${sql.join(key.map((column) => after[column]))})`
    : sql``;
  const query = sql<AnyRow>`select * from ${sql.table(name)} ${place} order by ${refs(key)} limit ${sql.lit(rowsMax)}`;
  return (await query.execute(db)).rows;
}

export async function insertRows(db: Db, { name, columns }: Table, rows: AnyRow[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  await sql`insert into ${sql.table(name)} (${refs(columns)}) values ${sql.join(values)}`.execute(db);
}

export async function deleteAll(db: Db, { name }: Table): Promise<void> {
  await sql`delete from ${sql.table(name)}`.execute(db);
}

export async function listMigrations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** One moment of all tables: on PostgreSQL a statement would otherwise see what came meanwhile. */
export async function holdMoment(db: Db, engine: Database['engine']): Promise<void> {
  if (engine === 'postgres')
    await sql`set transaction isolation level repeatable read, read only`.execute(db);
}
