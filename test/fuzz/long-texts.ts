/** The length of a text that still fits into a request's headers with everything else. */
const runLength = 15_000;

/** The text of a harmless request of that size. */
export const innocent = 'a'.repeat(runLength);

const classes = ['/', '1', '.', ' ', '%', '"', '[', '\u0301', '0', '-', ';', ',', '=', '\\'];
/** These texts are slow if one part of an expression can end, and the next begin, at every character. */
const pairs = [
  '1.',
  '/.',
  '; ',
  ', ',
  'a.',
  '.a',
  '\u0301\u0323',
  '%2',
  '[{',
  '"\\',
  '1,',
  'q=',
  '1e',
  ' \t',
];

const plainRuns = [...classes, ...pairs].map((unit) => unit.repeat(Math.floor(runLength / unit.length) - 1));
/** A letter is appended, because most expressions backtrack only if they fail at the end. */
export const failingRuns = plainRuns.map((run) => `${run}x`);
export const longRuns = [...plainRuns, ...failingRuns];

/** Cuts the text to what fits into a path or a query, where escaped characters take more space. */
export function inAddress(run: string): string {
  const escaped = run.replaceAll(/[^!-$&-~]/gu, (character) => encodeURIComponent(character));
  return escaped.length <= runLength ? escaped : escaped.slice(0, runLength).replace(/%.?$/, '') + run.at(-1);
}

/** Cuts the text to what fits into a header, whose bytes are counted. */
export function inHeader(run: string): string {
  const bytes = Buffer.byteLength(run);
  return bytes <= runLength ? run : run.slice(0, runLength * (run.length / bytes));
}
