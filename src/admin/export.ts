import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { OperatorError } from '../keys/operator.ts';
import type { Database } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { iso } from '../time.ts';
import { type AnyRow, listMigrations, listTables, readRows, startSnapshot } from './table-store.ts';

/**
 * A text file with one JSON value per line: the heading, every row with its table, and the end, which has the number of
 * rows, a checksum of all lines before it, and a signature of that checksum.
 */
const kind = 'developer-portal export 1';

/** The checksum finds a damaged file. Only the signature proves that the portal wrote it: anyone can compute a checksum. */
const signingPurpose = 'export';

const headingSchema = z.object({
  kind: z.literal(kind),
  at: z.string().optional(),
  /** The migrations of the exported database: with others the columns can differ. */
  migrations: z.array(z.string()),
});
type Heading = z.infer<typeof headingSchema>;

const endSchema = z.object({
  rows: z.number(),
  sha256: z.string(),
  /** Missing in a file that another program has written. */
  signature: z.string().optional(),
});

const rowsPerPage = 2000;

/**
 * Writes a snapshot of the database to a new file that only its owner can read. Encrypted values stay encrypted: the
 * file is as sensitive as a backup, and needs the same SECRET_KEY, which also signs it.
 */
export async function exportAll(
  database: Database,
  path: string,
  secrets: Secrets,
  now: number,
): Promise<AnyRow> {
  const hash = createHash('sha256');
  let rows = 0;
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await once(file, 'open').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(
      error.code === 'EEXIST' ? `${path} already exists` : `${path} cannot be written: ${error.code}`,
    );
  });
  const write = async (value: Heading | [table: string, row: AnyRow]) => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    if (!file.write(line)) await once(file, 'drain');
  };
  await database.db.transaction().execute(async (trx) => {
    await startSnapshot(trx, database.engine);
    await write({ kind, at: iso(now), migrations: await listMigrations(trx) });
    for (const table of await listTables({ db: trx, engine: database.engine })) {
      let page = await readRows(trx, table, undefined, rowsPerPage);
      for (; page.length > 0; page = await readRows(trx, table, page.at(-1), rowsPerPage)) {
        for (const row of page) await write([table.name, row]);
        rows += page.length;
      }
    }
  });
  const sha256 = hash.digest('hex');
  const end: z.infer<typeof endSchema> = { rows, sha256, signature: secrets.sign(signingPurpose, sha256) };
  file.end(`${JSON.stringify(end)}\n`);
  await finished(file);
  return { file: path, rows, from: database.location };
}

/** The form of the line is checked, the values are not. */
export interface ExportRow {
  table: string;
  row: Record<string, unknown>;
  /** File and line, for error messages. */
  at: string;
}

/**
 * Reads the whole file once, so that a damaged or foreign one is rejected before anything is written. `isSigned` is
 * true if a portal with the same SECRET_KEY wrote it. `rows` reads the file again, and throws at the end if it has
 * changed in between.
 */
export async function openExport(path: string, secrets: Secrets) {
  let heading: Heading | undefined;
  const content = readContent(path);
  let read = await content.next();
  for (; !read.done; read = await content.next()) heading ??= parseHeading(path, read.value);
  const { lines, sha256, last } = read.value;
  if (!heading) throw notAnExport(path);
  const { data: end } = endSchema.safeParse(parse(last));
  if (end?.sha256 !== sha256 || end.rows !== lines - 1)
    throw new OperatorError(`${path} is incomplete or was changed: export it again`);
  const isSigned = end.signature !== undefined && secrets.isSigned(signingPurpose, sha256, end.signature);
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

const notAnExport = (path: string) => new OperatorError(`${path} is not an export of a portal`);

function parseHeading(path: string, line: string): Heading {
  const { data: heading } = headingSchema.safeParse(parse(line));
  if (!heading) throw notAnExport(path);
  return heading;
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
