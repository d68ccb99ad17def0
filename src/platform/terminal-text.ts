type Cell = string | number | boolean | null;
/** A row of a table. Times are ISO texts, and what is missing is null. */
export type Row = { [column: string]: Cell | Cell[] | Row };

/** Formats the result of a command: a row, a table, or named parts. Control characters are escaped. */
export function asTerminalText(result: object): string {
  const parts = Object.entries(result);
  if (Array.isArray(result) || parts.every(([, part]) => isCell(part) || isList(part)))
    return table([result].flat());
  return parts.map(([name, part]) => section(name, part, maxColumns)).join('\n\n');
}

/** A sentence that may contain untrusted text. */
export const asTerminalLine = (sentence: string) => shown(sentence);

/** Named parts are read by people, so they fit a terminal of this width. Tables keep a row in each line, for grep. */
const maxColumns = 100;

const section = (name: string, part: unknown, columns: number) =>
  `${name}\n${indent(formatPart(part, columns - indentColumns))}`;

function formatPart(part: unknown, columns: number): string {
  const rows = [part].flat();
  if (rows.length === 0) return 'None.';
  if (rows.every(isCell)) return wrap(rows.map(shown).join(', '), columns).join('\n');
  const objects = rows as object[];
  const isNested = objects.some((row) => !Object.values(row).every(isShort));
  const asTable = isNested ? undefined : table(objects);
  if (asTable?.split('\n').every((line) => line.length <= columns)) return asTable;
  return objects.map((row) => fields(row, columns)).join('\n\n');
}

/** A field in each line, with what does not fit below it. */
function fields(row: object, columns: number): string {
  const entries = Object.entries(row);
  const width = Math.max(...entries.map(([name]) => name.length)) + 2;
  return entries
    .map(([name, value]) => {
      if (!isShort(value)) return section(name, value, columns);
      const lines = wrap(shown(asCell(value)), columns - width);
      return `${name.padEnd(width)}${lines.join(`\n${' '.repeat(width)}`)}`.trimEnd();
    })
    .join('\n');
}

/** Lines of at most this width, broken at spaces where there are any. */
const wrap = (text: string, columns: number): string[] =>
  text.match(new RegExp(`.{1,${columns}}(?= |$)|.{1,${columns}}`, 'gu'))?.map((line) => line.trim()) ?? [''];

/** JSON in which invisible characters are escaped. */
export const asTerminalJson = (result: object) =>
  JSON.stringify(result, null, 2).replaceAll(invisible, (sign) =>
    sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const maxJsonCharacters = 60;
const isShort = (value: unknown) => isCell(value) || JSON.stringify(value).length <= maxJsonCharacters;

/** A list of words is shown as such, other nested values as JSON, and an empty one as `none`. */
function asCell(value: unknown): Cell {
  if (isCell(value)) return value;
  if (Object.keys(value as object).length === 0) return null;
  return isList(value) ? value.map(shown).join(' ') : JSON.stringify(value);
}

const flat = (row: object): Record<string, Cell> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asCell(value)]));

function table(objects: object[]): string {
  const rows = objects.map(flat);
  const [first] = rows;
  if (!first) return 'None.';
  const columns = Object.keys(first);
  const cells = [
    columns,
    ...rows.map((row) => columns.map((column) => shown(row[column] === undefined ? '' : row[column]))),
  ];
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
const isList = (value: unknown): value is Cell[] => Array.isArray(value) && value.every(isCell);

const indentColumns = 2;
const indent = (text: string) => text.replaceAll(/^(?=.)/gm, ' '.repeat(indentColumns));

/** Control characters, marks that change the reading direction, and unpaired surrogates. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

const inWords = new Map<Cell, string>([
  [null, 'none'],
  [true, 'yes'],
  [false, 'no'],
]);

const shown = (value: Cell) =>
  (inWords.get(value) ?? String(value)).replaceAll(
    invisible,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
