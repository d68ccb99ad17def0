import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../src/platform/root.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** 1 when the run failed though no test did: a file that could not be loaded has none. */
  unloaded: number;
  /** From the project's root. */
  failedFiles: string[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string }[];
}

/** Runs Vitest in the foreground and counts what it did. */
export function runVitest(args: string[]): Counts {
  const folder = mkdtempSync(join(tmpdir(), 'portal-tests-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = runProgram('vitest', ['run', ...reporters, ...args]);
  const report = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  const failed = report?.numFailedTests ?? 0;
  return {
    passed: report?.numPassedTests ?? 0,
    failed,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    unloaded: status !== 0 && failed === 0 ? 1 : 0,
    failedFiles: (report?.testResults ?? [])
      .filter((result) => result.status === 'failed')
      .map((result) => relative(root, result.name)),
  };
}

/** A program of the project's own packages, run by the Node that runs this; returns its exit status. */
export function runProgram(program: string, args: string[]): number {
  const file = realpathSync(join(root, 'node_modules/.bin', program));
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.log('Vitest left no report');
    return undefined;
  }
}
