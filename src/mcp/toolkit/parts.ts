/** No answer is longer than this, as JSON: what is longer comes in parts. */
const answerCharactersMax = 20_000;

/** What stands around the rows: headings, units, and the arguments for the next part, twice. */
const aroundCharacters = 2_500;

/** Whether an answer with all its rows is one part. */
export const isOnePart = (json: string, text: string) =>
  json.length + charactersOfText(text) <= answerCharactersMax - aroundCharacters;

const written = new WeakMap<object, string>();

/** The data of an answer, with the JSON that is to be sent for it. */
export function withJson<Data extends object>(data: Data, json: string): Data {
  written.set(data, json);
  return data;
}

export const jsonOf = (data: object): string => written.get(data) ?? JSON.stringify(data);

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

/** As they are counted: escapes and separators included. */
export const charactersOf = (data: unknown, line: string) => charactersOfJson(JSON.stringify(data), line);

export const charactersOfJson = (json: string, line: string) => json.length + charactersOfText(line) + 1;

/** Without writing it down, where nothing in it is escaped. */
const charactersOfText = (text: string) =>
  mayBeEscaped.test(text) ? JSON.stringify(text).length : text.length + 2;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes.
const mayBeEscaped = /["\\\u0000-\u001f\ud800-\udfff]/;
