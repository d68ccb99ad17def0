import { cpus, totalmem } from 'node:os';

/** One line of the table: what was measured, next to what it is compared with in the same run. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  floor?: number;
  /** value / floor, or the other way round where less is better for the floor: as `aim` states it. */
  ratio?: number;
  aim?: string;
}

export interface Part {
  name: string;
  run(): Promise<Figure[]>;
}

export function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

export function printFigures(title: string, figures: Figure[]): void {
  const rows = figures.map((figure) => [
    figure.what,
    `${round(figure.value)} ${figure.unit}`.trim(),
    figure.floor === undefined ? '' : `${round(figure.floor)} ${figure.unit}`.trim(),
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    figure.aim ?? '',
  ]);
  const all = [['', 'measured', 'floor', 'ratio', 'aim'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  console.log(`\n${title}`);
  for (const row of all)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd());
}

const round = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
