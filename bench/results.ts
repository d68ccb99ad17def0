import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../src/platform/root.ts';
import { cellsOf, type Figure, figureColumns } from './figure.ts';
import { type Machine, machineLine } from './machine.ts';

export interface PartResult {
  at: string;
  tookSeconds: number;
  /** The error, if the part failed. */
  failure?: string;
  figures: Figure[];
}

export interface Results {
  machine: Machine;
  parts: Record<string, PartResult>;
}

export const resultsFolder = 'bench/results';
const folder = join(root, resultsFolder);
const jsonFile = join(folder, 'results.json');
const tableFile = join(folder, 'table.md');

/** Parts that are not run keep their last figures from the same machine. */
export function openResults(machine: Machine): Results {
  const known = existsSync(jsonFile) ? (JSON.parse(readFileSync(jsonFile, 'utf8')) as Partial<Results>) : {};
  const isSame = known.parts !== undefined && isDeepStrictEqual(known.machine, machine);
  return { machine, parts: isSame ? known.parts! : {} };
}

export function writeResults(results: Results, partNames: string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(jsonFile, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(tableFile, tableOf(results, partNames));
}

function tableOf({ machine, parts }: Results, partNames: string[]): string {
  const rows = partNames.flatMap((name) => rowsOf(name, parts[name]));
  const head = ['part', ...figureColumns];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${machineLine(machine)}\n\n${lines.join('\n')}\n`;
}

function rowsOf(name: string, result: PartResult | undefined): string[][] {
  if (!result) return [];
  if (result.failure !== undefined) return [[name, 'failed', '', '', '', '']];
  return result.figures.map((figure, index) => [index === 0 ? name : '', ...cellsOf(figure)]);
}
