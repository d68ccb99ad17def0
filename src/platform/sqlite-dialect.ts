import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { asSystemError } from './errors.ts';
import { LruCache } from './lru-cache.ts';

/** Kysely on Node's own SQLite. `onError` is called when a connection cannot be acquired. It throws the error again. */
export const nodeSqliteDialect = (path: string, onError: (error: unknown) => never): Dialect => ({
  createDriver: () => new NodeSqliteDriver(path, onError),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createAdapter: () => new NodeSqliteAdapter(),
});

class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  /** The driver below queues for its one connection itself: Kysely's own queue waits for ever. */
  override get supportsMultipleConnections() {
    return true;
  }
}

const maxQueueMs = 10_000;

class NodeSqliteDriver implements Driver {
  readonly #path: string;
  readonly #onError: (error: unknown) => never;
  #connection: NodeSqliteConnection | undefined;
  #busy = false;
  #waiting: (() => void)[] = [];

  constructor(path: string, onError: (error: unknown) => never) {
    this.#path = path;
    this.#onError = onError;
  }

  init = async () => void this.#open();

  /** There is one connection with one holder at a time, so nothing else runs inside a transaction. */
  async acquireConnection() {
    if (this.#busy) await this.#waitForConnection().catch(this.#onError);
    this.#busy = true;
    return this.#open();
  }

  async releaseConnection() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }

  // Plain BEGIN takes the write lock late, and fails with BUSY if another process was first.
  beginTransaction = async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  };
  commitTransaction = async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  };
  rollbackTransaction = async () => this.#connection?.rollback();
  destroy = async () => this.#connection?.close();

  #open(): NodeSqliteConnection {
    this.#connection ??= new NodeSqliteConnection(this.#path);
    return this.#connection;
  }

  /** Code that uses the outer `db` inside a transaction waits for itself: it gets an error instead of waiting for ever. */
  #waitForConnection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const resume = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(resume), 1);
        reject(new Error('The database connection was not free in time: is `db` used inside a transaction?'));
      }, maxQueueMs);
      this.#waiting.push(resume);
    });
  }
}

/**
 * SQLite would create a file that every user can read, and it gives its other files the same mode. An existing file is
 * not touched: opening and closing it here would release the locks that this process has on it.
 */
function createForOwner(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (asSystemError(error).code !== 'EEXIST') throw error;
  }
}

const maxStatements = 200;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new LruCache<string, StatementSync>(maxStatements);

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    createForOwner(path);
    this.#database = new DatabaseSync(path, { timeout: 5000 });
    // Deleted data is overwritten: otherwise it could be read from the file until its pages are used again.
    this.#database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on;',
    );
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#statements.getOrCreate(query.sql, () => this.#database.prepare(query.sql));
    const parameters = query.parameters.map(bindable);
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) as R[] };
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: no query of the portal is streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported');
  }

  /** A full disk ends the transaction by itself. A rollback would then fail and hide the first error. */
  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }

  close = () => this.#database.close();
}

/** Rejects values that SQLite would silently store as something else: a Date became NULL. */
function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new TypeError(`A ${value instanceof Date ? 'Date' : typeof value} cannot be a query parameter`);
}
