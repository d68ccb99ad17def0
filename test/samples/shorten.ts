import { isMap } from './shape.ts';

const { rawJSON: rawJson, isRawJSON: isRawJson } = JSON as typeof JSON & {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
};
const parse = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source: string }) => unknown,
) => unknown;

const maxLongEntries = 2;
const maxPlainEntries = 3;
const maxMapEntries = 3;

/**
 * Shortens an answer for a page to the first entries of each array and map, with every number as the server wrote it.
 * A map keeps the entries that the page's sample names.
 */
export function shortenJson(text: string, wantedKeys: string[]): string {
  const value = parse(text, (_key, inner, { source }) =>
    typeof inner === 'number' ? rawJson(source) : inner,
  );
  const lines = JSON.stringify(shorten(value, wantedKeys), null, 2);
  // Numbers are on one line, because a column of hours would be the longest part of its page.
  return `${lines.replaceAll(/\[\s+([-\d.,\s]+?)\s+\]/g, (_, numbers: string) => `[${numbers.replaceAll(/\s+/g, ' ')}]`)}\n`;
}

/** Indents a header of `ncdump` like the rest of the documentation. */
export const indentHeader = (header: string) => header.replaceAll('\t', '  ');

/**
 * Describes for readers how much of the real answer a page shows; undefined if it shows all of it. Totals are left out,
 * because most of them change with the hour.
 */
export function leftOut(shown: unknown, real: unknown): string | undefined {
  const counts = [...new Set(cutsBetween(shown, real, 'entries'))];
  return counts.length > 0 ? `${counts.join(', ')} shown` : undefined;
}

/** The first omission of each kind. `within` is the list or field that contains it. */
function cutsBetween(shown: unknown, real: unknown, within: string): string[] {
  if (typeof shown !== 'object' || typeof real !== 'object' || !shown || !real) return [];
  const [some, all] = [Object.keys(shown), Object.keys(real)];
  const isList = Array.isArray(real) || isMap(real);
  const noun = isRow(Object.values(real)[0]) ? 'rows' : within;
  const cut = isList && some.length < all.length ? [`${some.length} ${noun}`] : [];
  const inner = (isList ? some.slice(0, 1) : some).flatMap((key) =>
    cutsBetween(shown[key as never], real[key as never], isList ? 'in each' : `entries of ${key}`),
  );
  return [...cut, ...inner];
}

const isRow = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isMap(value);

function shorten(value: unknown, wantedKeys: string[]): unknown {
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry !== 'object' || isRawJson(entry));
    const kept = value.slice(0, isPlain ? maxPlainEntries : maxLongEntries);
    return kept.map((entry) => shorten(entry, wantedKeys));
  }
  const keys = Object.keys(value);
  const wanted = keys.filter((key) => wantedKeys.includes(key));
  const others = keys.filter((key) => !wantedKeys.includes(key)).slice(0, maxMapEntries - wanted.length);
  const kept = isMap(value) ? [...wanted, ...others] : keys;
  const entries = Object.entries(value).filter(([key]) => kept.includes(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, shorten(inner, wantedKeys)]));
}
