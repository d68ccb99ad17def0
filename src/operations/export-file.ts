import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { OperatorError } from '../keys/operator.ts';
import type { AnyRow } from './table-store.ts';

/**
 * A text of one JSON value a line: what it is, every row with its table, and at the end how many there were and a
 * digest of all that comes before.
 */
const kind = 'developer-portal export 1';

interface Heading {
  kind: string;
  at: string;
  /** Of the database it was taken from: another one may have other columns. */
  migrations: string[];
}

interface End {
  rows: number;
  sha256: string;
}

export const headingOf = (migrations: string[], at: string): Heading => ({ kind, at, migrations });

/** Lines on their way into a file. */
export class ExportLines {
  readonly #hash: Hash = createHash('sha256');
  #rows = 0;

  heading(heading: Heading): string {
    return this.#line(heading);
  }

  row(table: string, row: AnyRow): string {
    this.#rows++;
    return this.#line([table, row]);
  }

  end(): string {
    return `${JSON.stringify({ rows: this.#rows, sha256: this.#hash.digest('hex') } satisfies End)}\n`;
  }

  #line(value: unknown): string {
    const line = `${JSON.stringify(value)}\n`;
    this.#hash.update(line);
    return line;
  }
}

interface ExportFile {
  heading: Heading;
  rows(): AsyncIterable<[table: string, row: AnyRow]>;
}

/** Looks through all of it first: what is not whole, or not ours, is told before anything is done with it. */
export async function openExport(path: string): Promise<ExportFile> {
  const hash = createHash('sha256');
  let heading: Heading | undefined;
  let last: string | undefined;
  let rows = -1;
  for await (const line of linesOf(path)) {
    if (last !== undefined) {
      heading ??= parseHeading(path, last);
      hash.update(`${last}\n`);
      rows++;
    }
    last = line;
  }
  const end = parse(last ?? '') as End | undefined;
  if (!heading) throw new OperatorError(`${path} is not an export of a portal`);
  if (end?.sha256 !== hash.digest('hex') || end.rows !== rows)
    throw new OperatorError(`${path} is not whole, or was changed: export it again`);
  return { heading, rows: () => rowsOf(path) };
}

async function* rowsOf(path: string): AsyncIterable<[string, AnyRow]> {
  for await (const line of linesOf(path)) {
    const value = parse(line);
    if (Array.isArray(value)) yield value as [string, AnyRow];
  }
}

function parseHeading(path: string, line: string): Heading {
  const heading = parse(line) as Partial<Heading> | undefined;
  if (heading?.kind !== kind || !Array.isArray(heading.migrations))
    throw new OperatorError(`${path} is not an export of a portal`);
  return heading as Heading;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const linesOf = (path: string) =>
  createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
