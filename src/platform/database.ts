import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { asSystemError } from './errors.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';

/**
 * The tables of the database. Each subject declares its own next to the only SQL that touches them:
 * `declare module '../platform/database.ts' { interface Tables { … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

export type Db = Kysely<Tables>;

export interface Database {
  db: Db;
  engine: 'sqlite' | 'postgres';
  /** The location shown to people, without a password. */
  location: string;
  /** Failed statements since it was opened. `other` are bugs: neither a failover nor a row that exists already counts. */
  errors: { unavailable: number; other: number };
  close(): Promise<void>;
}

export function openSqlite(path: string): Database {
  const { errors, onError, log } = countErrors();
  const db: Db = new Kysely({ dialect: nodeSqliteDialect(path, onError), log });
  return { db, engine: 'sqlite', location: path, errors, close: () => db.destroy() };
}

export function openPostgres(url: string, maxConnections = 10, timeoutMs = 8000): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3000,
    // A database that stopped answering must not block requests for ever. 0 is for callers that can wait.
    query_timeout: timeoutMs,
    keepAlive: true,
    // The database must not keep the locks of a connection that ended without its knowledge.
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // A broken connection is replaced at the next query. Without listeners its error would end the process: the pool
  // reports idle connections, the client those with a running query (which fails too, and is answered).
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    closeAfterTimeout(client);
  });
  const { errors, onError, log } = countErrors();
  const connect = () => pool.connect().catch(onError);
  const dialect = new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } });
  const db: Db = new Kysely({ dialect, log });
  const { host, pathname } = new URL(url);
  return {
    db,
    engine: 'postgres',
    location: `postgres://${host}${pathname}`,
    errors,
    close: () => db.destroy(),
  };
}

/** Kysely logs failed statements. A connection that cannot be acquired fails before that, and calls `onError`. */
function countErrors() {
  const errors = { unavailable: 0, other: 0 };
  const count = (error: unknown) => {
    if (isDatabaseUnavailable(error)) errors.unavailable++;
    else if (!isUniqueViolation(error) && !isForeignKeyViolation(error)) errors.other++;
  };
  const log = (event: LogEvent) => {
    if (event.level === 'error') count(event.error);
  };
  const onError = (error: unknown): never => {
    count(error);
    throw error;
  };
  return { errors, onError, log };
}

/** Otherwise the next user of the connection would wait for the query that timed out. */
function closeAfterTimeout(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  client.query = (async (...args: unknown[]) =>
    query(...args).catch((error: unknown) => {
      if (isReadTimeout(error)) client.end().catch(() => {});
      throw error;
    })) as typeof client.query;
}

const isReadTimeout = (error: unknown) => asSystemError(error).message === 'Query read timeout';

/** Every bigint in the tables is a count or epoch milliseconds, far below 2^53. */
const int8 = 20;

export async function isDatabaseReady(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}

/** The row breaks a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = asSystemError(error);
  // PostgreSQL's unique_violation; SQLite's CONSTRAINT_UNIQUE and CONSTRAINT_PRIMARYKEY.
  return code === '23505' || errcode === 2067 || errcode === 1555;
}

/** The row refers to one that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, errcode } = asSystemError(error);
  // PostgreSQL's foreign_key_violation; SQLite's CONSTRAINT_FOREIGNKEY.
  return code === '23503' || errcode === 787;
}

/** The database cannot be reached, went away or only reads: a temporary failure that the request did not cause. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', syscall, message, errcode, errors = [] } = asSystemError(error);
  // A host name with two addresses fails with one error for each.
  if (errors.length > 0) return errors.every(isDatabaseUnavailable);
  // During a failover a connection can lead to a standby, which refuses to write (25006).
  if (/^(08|57P0|53|25006$)/.test(code)) return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)/.test(code))
    return true;
  // The database's socket, and not a file of ours.
  if (code === 'ENOENT') return syscall === 'connect';
  // SQLITE_BUSY, SQLITE_FULL, SQLITE_IOERR (their extended codes keep them in the low byte).
  if (errcode !== undefined && [5, 13, 10].includes(errcode & 0xff)) return true;
  return /connection terminated|timeout exceeded when trying to connect|Query read timeout|is not queryable/i.test(
    message ?? '',
  );
}
