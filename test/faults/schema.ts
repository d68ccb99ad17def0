import { sql } from 'kysely';
import type { Database } from '../../src/platform/database.ts';

/** Reads the tables with their columns and indexes, and the recorded migrations. */
export async function describeSchema({ db, engine }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap((table) =>
    table.columns.map((column) => `${table.name}.${column.name} ${column.dataType} ${column.isNullable}`),
  );
  const { rows: indexes } = await sql<{ name: string }>`${sql.raw(
    engine === 'postgres'
      ? "select indexname as name from pg_indexes where schemaname = 'public'"
      : "select name from sqlite_master where type = 'index'",
  )}`.execute(db);
  const applied = tables.some(({ name }) => name === 'schema_migrations')
    ? await db.selectFrom('schema_migrations').select('name').execute()
    : [];
  return [...columns, ...indexes.map(({ name }) => name), ...applied.map(({ name }) => name)].sort();
}
