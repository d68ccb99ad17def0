import type { Parameter } from '../../content/contract.ts';
import { descriptionWords, formatWords, noteWords } from '../../content/parameters.ts';
import { collapse } from '../ui/collapsible.tsx';

/** How many parameters a collapsed list shows; a list that fits shows all of them. */
export interface FittingCounts {
  /** In a column that is narrower than `parameters.css` says: on a phone. */
  narrow: number;
  wide: number;
}

/** The narrowest columns on a phone of 390 px, and in a window of 1440 px with code next to the text. */
const columnPx = { narrow: 350, wide: 462 };

/** The button below a collapsed list. */
const endPx = 37;

/** Returns all parameters in page order, nested ones included. */
export const withNested = (parameters: Parameter[]): Parameter[] =>
  parameters.flatMap((parameter) => [parameter, ...withNested(parameter.arrayItems ?? [])]);

/** One entry can describe several parameters, such as `min_time, max_time`, or both names of an option: `-d, --output-dir`. */
export function namesIn({ name }: Parameter): string[] {
  const names = name.split(', ');
  const longNames = names.filter((each) => each.startsWith('--'));
  return longNames.length > 0 ? longNames : names;
}

/** Estimated from the text, the same on the server and in the browser. */
export const estimateFitting = (parameters: Parameter[]): FittingCounts => ({
  narrow: countFitting(endsOf(parameters, columnPx.narrow)),
  wide: countFitting(endsOf(parameters, columnPx.wide)),
});

/**
 * Counts the parameters that fit into the height of a table, by where each one ends. At least one is shown, however
 * tall it is.
 */
export function countFitting(ends: number[]): number {
  const { limitPx } = collapse.table;
  if ((ends.at(-1) ?? 0) <= limitPx) return ends.length;
  return Math.max(1, ends.findLastIndex((end) => end <= limitPx - endPx) + 1);
}

function endsOf(parameters: Parameter[], widthPx: number, startPx = 0): number[] {
  let end = startPx;
  return parameters.flatMap((parameter) => {
    end += ownHeightPx(parameter, widthPx);
    const nested = parameter.arrayItems ?? [];
    if (nested.length === 0) return [end];
    const own = end + nestedMarginPx;
    const inside = endsOf(nested, widthPx - indentPx, own);
    end = inside.at(-1) ?? own;
    return [own, ...inside];
  });
}

const linePx = 24;
const formatLinePx = 20;
const headLinePx = 26;
/** The padding of an entry, its border, and the space between its parts. */
const spacePx = 37;
const indentPx = 21;
const nestedMarginPx = 4;
/** The widths of an average character, of one in a name, and of what else is in the head. */
const characterPx = 7.4;
const nameCharacterPx = 8.2;
const badgePx = 80;

function ownHeightPx(parameter: Parameter, widthPx: number): number {
  const { name, type, unit = '', required } = parameter;
  const linesOf = (text: string | undefined, ofPx: number) =>
    text ? Math.ceil((text.replaceAll(/\]\([^)]*\)/g, '').length * characterPx) / ofPx) : 0;
  const headPx =
    name.length * nameCharacterPx + (type.length + unit.length) * characterPx + 20 + (required ? badgePx : 0);
  const prose = linesOf(descriptionWords(parameter), widthPx) + linesOf(noteWords(parameter), widthPx - 14);
  const format = formatWords(parameter);
  return (
    spacePx +
    Math.ceil(headPx / widthPx) * headLinePx +
    linesOf(format && `Format ${format}`, widthPx) * formatLinePx +
    prose * linePx
  );
}
