/** One row of the results: a value and what it is compared with in the same run. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  floor?: number;
  ratio?: number;
  aim?: string;
}

export interface Part {
  name: string;
  run(): Promise<Figure[]>;
}

export function compared(figure: Figure & { floor: number }): Figure {
  // Without a floor there is no ratio, and the table says that nothing was measured.
  return figure.floor > 0 ? { ...figure, ratio: figure.value / figure.floor } : figure;
}

export const figureColumns = ['what', 'measured', 'floor', 'ratio', 'aim'] as const;

export function cellsOf({ what, value, unit, floor, ratio, aim = '' }: Figure): string[] {
  const amount = (number: number | undefined) =>
    number === undefined ? '' : `${inDigits(number)} ${unit}`.trim();
  return [what, amount(value), amount(floor), ratio === undefined ? '' : ratio.toFixed(2), aim];
}

export function printFigures(title: string, figures: Figure[]): void {
  const rows = [['', ...figureColumns.slice(1)], ...figures.map(cellsOf)];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd());
}

const inDigits = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
