/** How long a text may be that still fits into a request's headers with everything else. */
export const runLength = 15_000;

/** What an innocent request of that size is filled with. */
export const innocent = 'a'.repeat(runLength);

const classes = ['/', '1', '.', ' ', '%', '"', '[', '\u0301', '0', '-', ';', ',', '=', '\\'];
/** Where one part of an expression can stop and the next begin at every place, time is lost twice. */
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
/** With a letter behind: most expressions look again only where they fail at last. */
export const failingRuns = plainRuns.map((run) => `${run}x`);
export const longRuns = [...plainRuns, ...failingRuns];

/** As much of it as a path or a query holds: what may not stand there is escaped, and takes more room. */
export function inAddress(run: string): string {
  const escaped = run.replaceAll(/[^!-$&-~]/gu, (character) => encodeURIComponent(character));
  return escaped.length <= runLength ? escaped : escaped.slice(0, runLength).replace(/%.?$/, '') + run.at(-1);
}

/** The same for a header, whose bytes are counted. */
export function inHeader(run: string): string {
  const bytes = Buffer.byteLength(run);
  return bytes <= runLength ? run : run.slice(0, runLength * (run.length / bytes));
}
