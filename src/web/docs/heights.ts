import type { Parameter } from '../../content/contract.ts';
import { descriptionWords, formatWords, noteWords } from '../../content/parameter-values.ts';

/** Estimates from counts of characters, as they stand in a column of middling width. */

const textLinePx = 24;
const parameterCharactersPerLine = 72;
const parameterHeadPx = 58;

/** Of its own words, without the parameters in it. */
export function parameterHeightPx(parameter: Parameter): number {
  const lines = [descriptionWords(parameter), noteWords(parameter) ?? ''].map((text) =>
    Math.ceil(text.length / parameterCharactersPerLine),
  );
  return (
    parameterHeadPx +
    (formatWords(parameter) ? textLinePx : 0) +
    lines.reduce((sum, count) => sum + count) * textLinePx
  );
}

const cellPaddingPx = 20;
const rowCharactersPerLine = 90;

export function tableHeightPx(rows: string[][]): number {
  return rows.reduce((height, row) => height + rowHeightPx(row), 44);
}

function rowHeightPx(row: string[]): number {
  const lines = Math.max(1, Math.ceil(row.join('').length / rowCharactersPerLine));
  return lines * textLinePx + cellPaddingPx;
}
