type Cell = string | number | boolean | null;
/** A row of a table. */
export type Row = Record<string, Cell>;

/** Formats the result of a command: a row, a table, or named parts. Control characters are escaped. */
export function asTerminalText(result: object): string {
  const parts = Object.entries(result);
  if (Array.isArray(result) || parts.every(([, part]) => isCell(part))) return table([result].flat());
  return parts
    .map(([name, part]) => `${name}\n${indent(isCell(part) ? shown(part) : table([part].flat()))}`)
    .join('\n\n');
}

/** JSON in which invisible characters are escaped. */
export const asTerminalJson = (result: object) =>
  JSON.stringify(result, null, 2).replaceAll(invisible, (sign) =>
    sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Nested values are shown as JSON. */
const flat = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isCell(value) ? value : JSON.stringify(value)]),
  );

function table(objects: object[]): string {
  const rows = objects.map(flat);
  const [first] = rows;
  if (!first) return 'None.';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
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
  String(value ?? '').replaceAll(invisible, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
