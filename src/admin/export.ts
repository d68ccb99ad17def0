import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { OperatorError } from '../keys/operator.ts';
import type { Database } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
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

/**
 * A text file with one JSON value a line: the heading, every row with its table, and the end, which has the number of
 * rows, a checksum of all lines before it, and a signature of that checksum.
 */
const kind = 'developer-portal export 1';

/** The checksum finds a damaged file. Only the signature proves that the portal wrote it: anyone can compute a checksum. */
const signingPurpose = 'export';

interface Heading {
  kind: string;
  at: string;
  /** Of the database it was taken from: another one may have other columns. */
  migrations: string[];
}

interface End {
  rows: number;
  sha256: string;
  /** Missing in exports of older releases. */
  signature?: string;
}

const headingOf = (migrations: string[], at: string): Heading => ({ kind, at, migrations });

/** Lines on their way into a file. */
class ExportLines {
  readonly #secrets: Secrets;
  readonly #hash: Hash = createHash('sha256');
  #rows = 0;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  heading(heading: Heading): string {
    return this.#line(heading);
  }

  row(table: string, row: AnyRow): string {
    this.#rows++;
    return this.#line([table, row]);
  }

  end(): string {
    const sha256 = this.#hash.digest('hex');
    const end: End = { rows: this.#rows, sha256, signature: this.#secrets.sign(signingPurpose, sha256) };
    return `${JSON.stringify(end)}\n`;
  }

  #line(value: unknown): string {
    const line = `${JSON.stringify(value)}\n`;
    this.#hash.update(line);
    return line;
  }
}

/** The values are not checked yet: only the form of the line is. */
export interface ExportRow {
  table: string;
  row: Record<string, unknown>;
  /** File and line, for error messages. */
  at: string;
}

interface ExportFile {
  heading: Heading;
  /** Whether a portal with the same SECRET_KEY wrote it. */
  isSigned: boolean;
  /** Reads the file again, and throws at the end if it has changed since it was opened. */
  rows(): AsyncIterable<ExportRow>;
}

/** Reads the whole file once, so that a damaged or foreign one is refused before anything is written. */
export async function openExport(path: string, secrets: Secrets): Promise<ExportFile> {
  let heading: Heading | undefined;
  const content = readContent(path);
  let read = await content.next();
  for (; !read.done; read = await content.next()) heading ??= parseHeading(path, read.value);
  const { lines, sha256, last } = read.value;
  if (!heading) throw new OperatorError(`${path} is not an export of a portal`);
  const end = parse(last) as Partial<End> | null | undefined;
  if (end?.sha256 !== sha256 || end.rows !== lines - 1)
    throw new OperatorError(`${path} is not whole, or was changed: export it again`);
  const { signature } = end;
  const isSigned = typeof signature === 'string' && secrets.isSigned(signingPurpose, sha256, signature);
  return { heading, isSigned, rows: () => readExportRows(path, sha256) };
}

async function* readExportRows(path: string, sha256: string): AsyncGenerator<ExportRow> {
  const content = readContent(path);
  let read = await content.next();
  for (let line = 1; !read.done; line++, read = await content.next())
    if (line > 1) yield parseRow(read.value, `${path}, line ${line}`);
  if (read.value.sha256 !== sha256) throw new OperatorError(`${path} was changed while it was read`);
}

/** Yields every line but the last, and returns the last with the checksum of those before it. */
async function* readContent(
  path: string,
): AsyncGenerator<string, { lines: number; sha256: string; last: string }> {
  const hash = createHash('sha256');
  let last: string | undefined;
  let lines = 0;
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${path} cannot be read: ${error.code}`);
  });
  const input = file.createReadStream({ encoding: 'utf8' });
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (last !== undefined) {
      hash.update(`${last}\n`);
      lines++;
      yield last;
    }
    last = line;
  }
  return { lines, sha256: hash.digest('hex'), last: last ?? '' };
}

function parseHeading(path: string, line: string): Heading {
  const heading = parse(line) as Partial<Heading> | null | undefined;
  if (heading?.kind !== kind || !Array.isArray(heading.migrations))
    throw new OperatorError(`${path} is not an export of a portal`);
  return heading as Heading;
}

function parseRow(line: string, at: string): ExportRow {
  const value = parse(line);
  const [table, row] = Array.isArray(value) ? value : [];
  if (typeof table !== 'string' || typeof row !== 'object' || row === null || Array.isArray(row))
    throw new OperatorError(`${at}: this is not a row`);
  return { table, row, at };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
