type Cell = string | number | boolean | null;
/** A row of a table. */
export type Row = Record<string, Cell>;

/** Formats the result of a command: a row, a table, or named parts. Control characters are escaped. */
export function asTerminalText(result: object): string {
  if (Array.isArray(result)) return table(result as Row[]);
  const parts = Object.entries(result);
  if (parts.every(([, part]) => isCell(part))) return table([result as Row]);
  return parts.map(([name, part]) => `${name}\n${indent(partText(part))}`).join('\n\n');
}

/** JSON in which invisible characters are escaped. */
export const asTerminalJson = (result: object) =>
  JSON.stringify(result, null, 2).replaceAll(invisible, (sign) =>
    sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function partText(part: unknown): string {
  if (isCell(part)) return shown(part);
  if (!Array.isArray(part)) return table([flat(part as object)]);
  return table(part.map((row: object) => flat(row)));
}

/** Nested values are shown as JSON. */
const flat = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isCell(value) ? value : JSON.stringify(value)]),
  );

function table(rows: Row[]): string {
  if (rows.length === 0) return 'None.';
  const columns = Object.keys(rows[0]!);
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const isCell = (value: unknown): value is Cell => value === null || typeof value !== 'object';

const indent = (text: string) => text.replaceAll(/^/gm, '  ');

/** Control characters, marks that change the reading direction, and unpaired surrogates. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

const shown = (value: Cell) =>
  String(value ?? '').replaceAll(invisible, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
