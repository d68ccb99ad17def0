import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** Kysely on Node's own SQLite. */
export class NodeSqliteDialect implements Dialect {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  createDriver = () => new NodeSqliteDriver(this.#path);
  createQueryCompiler = () => new SqliteQueryCompiler();
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db);
  createAdapter = () => new NodeSqliteAdapter();
}

class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  /** The driver below hands its one connection round itself: Kysely's own queue waits for ever. */
  override get supportsMultipleConnections() {
    return true;
  }
}

const waitForTurnMsMax = 10_000;

class NodeSqliteDriver implements Driver {
  readonly #path: string;
  #connection: NodeSqliteConnection | undefined;
  #busy = false;
  #waiting: (() => void)[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  async init() {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    createForOwner(this.#path);
    const database = new DatabaseSync(this.#path, { timeout: 5000 });
    // What is deleted is overwritten: otherwise it can be read in the file until its place is used again.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on;',
    );
    this.#connection = new NodeSqliteConnection(database);
  }

  /** One connection, one holder at a time: a transaction is alone with it. */
  async acquireConnection() {
    if (this.#busy) await this.#turn();
    this.#busy = true;
    return this.#connection!;
  }

  async releaseConnection() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }

  // Plain BEGIN takes the write lock late and fails with BUSY when another process was quicker.
  beginTransaction = async (connection: DatabaseConnection) => run(connection, 'begin immediate');
  commitTransaction = async (connection: DatabaseConnection) => run(connection, 'commit');
  rollbackTransaction = async (connection: DatabaseConnection) =>
    (connection as NodeSqliteConnection).rollback();
  destroy = async () => this.#connection?.close();

  /** Waiting for oneself (the outer `db` used inside a transaction) ends as an error instead of never. */
  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(new Error('The database connection was not free in time: is `db` used inside a transaction?'));
      }, waitForTurnMsMax);
      this.#waiting.push(take);
    });
  }
}

/**
 * SQLite would let everyone read it, and gives its other files the same mode. One that is there is not touched:
 * to open and close it here would end the locks that this process has on it.
 */
function createForOwner(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const run = (connection: DatabaseConnection, command: string) =>
  (connection as NodeSqliteConnection).run(command);

const statementsMax = 200;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(query.sql);
    const parameters = query.parameters.map(bindable);
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) as R[] };
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: nothing here reads a table in pieces
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported');
  }

  run = (command: string) => this.#database.exec(command);

  /** A full disk has ended the transaction already, and a second end would hide that as an error of its own. */
  rollback(): void {
    if (this.#database.isTransaction) this.run('rollback');
  }

  close = () => this.#database.close();

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      if (this.#statements.size >= statementsMax) this.#statements.clear();
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** What SQLite would store as something else without a word (a Date became NULL) is refused here. */
function bindable(value: unknown): SQLInputValue {
  if (value === null || ['string', 'number', 'bigint'].includes(typeof value)) return value as SQLInputValue;
  throw new TypeError(`A ${value instanceof Date ? 'Date' : typeof value} cannot be a query parameter`);
}
