import type { Parameter } from '../../content/contract.ts';
import { descriptionWords, formatWords, noteWords } from '../../content/parameter-values.ts';

/** Estimates from counts of characters: low rather than high, so that a toggle always has something to hide. */

const textLinePx = 24;
const parameterCharactersPerLine = 88;
const parameterHeadPx = 46;

export function parametersHeightPx(parameters: Parameter[]): number {
  return parameters.reduce((height, parameter) => height + parameterHeightPx(parameter), 0);
}

function parameterHeightPx(parameter: Parameter): number {
  const { arrayItems = [] } = parameter;
  const lines = [descriptionWords(parameter), noteWords(parameter) ?? ''].map((text) =>
    Math.ceil(text.length / parameterCharactersPerLine),
  );
  return (
    parameterHeadPx +
    (formatWords(parameter) ? textLinePx : 0) +
    lines.reduce((sum, count) => sum + count) * textLinePx +
    parametersHeightPx(arrayItems)
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
