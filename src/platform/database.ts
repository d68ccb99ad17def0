import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { tellingFaults } from './database-faults.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

/**
 * The tables of the database. Each subject declares its own here, beside the only SQL that touches them:
 * `declare module '../platform/database.ts' { interface Tables { … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  engine: 'sqlite' | 'postgres';
  /** Where it is, for people: no password in it. */
  place: string;
  /** What failed in it since it was opened; a row whose place is taken is no fault. */
  faults: { unavailable: number; other: number };
  close(): Promise<void>;
}

export function openSqlite(path: string): Database {
  const { dialect, faults } = counted(new NodeSqliteDialect(path));
  const db: Db = new Kysely({ dialect });
  return { db, engine: 'sqlite', place: path, faults, close: () => db.destroy() };
}

export function openPostgres(url: string, connectionsMax = 10, patienceMs = 8000): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: 3000,
    // A database that stopped answering must not hold requests for ever. 0 is for callers that can wait.
    query_timeout: patienceMs,
    keepAlive: true,
    // When nobody told the database that a connection is gone, it must not hold locks for it for ever.
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // A broken connection is replaced at the next query; without listeners it would end the process, the first
  // when it was idle, the second when a query was under way (which fails as well, and is answered).
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    endWhenSilent(client);
  });
  const { dialect, faults } = counted(new PostgresDialect({ pool }));
  const db: Db = new Kysely({ dialect });
  const { host, pathname } = new URL(url);
  const place = `postgres://${host}${pathname}`;
  return { db, engine: 'postgres', place, faults, close: () => db.destroy() };
}

function counted(dialect: Dialect): { dialect: Dialect; faults: Database['faults'] } {
  const faults = { unavailable: 0, other: 0 };
  const tell = (error: unknown) => {
    if (isDatabaseUnavailable(error)) faults.unavailable++;
    else if (!isUniqueViolation(error) && !isOrphan(error)) faults.other++;
  };
  return { dialect: tellingFaults(dialect, tell), faults };
}

/** The next user of the connection would wait behind the query that was not answered, and be answered as late. */
function endWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const impatient = async (...args: unknown[]) => {
    try {
      return await query(...args);
    } catch (error) {
      if (isReadTimeout(error)) client.end().catch(() => {});
      throw error;
    }
  };
  client.query = impatient as typeof client.query;
}

const isReadTimeout = (error: unknown) => (error as Error).message === 'Query read timeout';

/** Every bigint here is a count or epoch milliseconds: far below 2^53. */
const int8 = 20;

export async function isDatabaseReady(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

/** The database refused a row because another one holds its place. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  // PostgreSQL's unique_violation; SQLite's CONSTRAINT_UNIQUE and CONSTRAINT_PRIMARYKEY.
  return code === '23505' || errcode === 2067 || errcode === 1555;
}

/** The database refused a row because the one that it belongs to is gone. */
export function isOrphan(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  // PostgreSQL's foreign_key_violation; SQLite's CONSTRAINT_FOREIGNKEY.
  return code === '23503' || errcode === 787;
}

/** The database could not be reached at all, or went away: a fault of the moment, not of the request. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message, errcode } = error as { code?: string; message?: string; errcode?: number };
  if (typeof code === 'string' && /^(08|57P0|53)/.test(code)) return true;
  if (
    typeof code === 'string' &&
    /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT$)/.test(code)
  )
    return 'syscall' in (error as object);
  // SQLITE_BUSY, SQLITE_FULL, SQLITE_IOERR (their extended codes keep them in the low byte).
  if (errcode !== undefined && [5, 13, 10].includes(errcode & 0xff)) return true;
  return /connection terminated|timeout exceeded when trying to connect|Query read timeout|is not queryable/i.test(
    message ?? '',
  );
}
