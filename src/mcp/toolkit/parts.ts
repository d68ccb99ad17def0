/** No answer is longer than this, as JSON: what is longer comes in parts. */
const answerCharactersMax = 20_000;

/** What stands around the rows: headings, units, and the arguments for the next part, twice. */
const aroundCharacters = 2_500;

/** How many of the rows fit into one answer, each as data and as a line of text; never none. */
export function countFitting<Row>(
  rows: readonly Row[],
  charactersOf: (row: Row) => number,
  charactersBeside = 0,
): number {
  let left = answerCharactersMax - aroundCharacters - charactersBeside;
  for (const [index, row] of rows.entries()) {
    left -= charactersOf(row);
    if (left < 0) return Math.max(1, index);
  }
  return rows.length;
}

/** The characters of a row in the answer's JSON: once as data and once as a line of text, with escapes and separators. */
export const charactersOf = (data: unknown, line: string) =>
  JSON.stringify(data).length + JSON.stringify(line).length + 1;
