import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../src/platform/root.ts';

/** The output is collected if several programs print at the same time. */
export type Output = 'shown' | 'kept';

export interface Counts {
  passed: number;
  /** A file that could not be loaded has no tests and counts as one failed test. */
  failed: number;
  skipped: number;
  /** Paths relative to the project's root. */
  failedFiles: string[];
  /** One line per failed test and per file that could not be loaded, with its place and the error. */
  failures: string[];
  /** Tests that passed only the second time. */
  flakyFiles: string[];
  /** The collected output. */
  text: string;
}

interface Report {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: FileReport[];
}

interface FileReport {
  name: string;
  status: string;
  /** The error if the file could not be loaded. */
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

/** Runs Vitest and counts its results. All of its temporary files are in one folder, which is deleted afterwards. */
export async function runVitest(args: string[], output: Output): Promise<Counts> {
  const folder = mkdtempSync(join(findFastTempFolder(), 'portal-tests-'));
  // PostgreSQL runs as another user and must be able to read the folder.
  chmodSync(folder, 0o755);
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status, text } = await runProgram('vitest', ['run', ...reporters, ...args], output, {
    TMPDIR: folder,
  });
  const report = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  const failedFiles = (report?.testResults ?? []).filter((result) => result.status === 'failed');
  const failures = failedFiles.flatMap(failuresIn);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(failures.length, status === 0 ? 0 : 1),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failedFiles: failedFiles.map(fileName),
    failures,
    flakyFiles: [],
    text,
  };
}

const fileName = (file: FileReport) => relative(root, file.name);

function failuresIn(file: FileReport): string[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  const why = (message = '') => stripVTControlCharacters(message).split('\n', 1)[0];
  if (failed.length === 0) return [`${fileName(file)}: ${why(file.message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${fileName(file)}, ${fullName}: ${why(failureMessages[0])}`,
  );
}

/** Runs a program of the project's packages with the current Node. */
export function runProgram(
  program: string,
  args: string[],
  output: Output,
  env: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const file = realpathSync(join(root, 'node_modules/.bin', program));
  const stdio = output === 'shown' ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += part));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status: status ?? 1, text })));
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const memory = '/dev/shm';
const minBytes = 4 * 1024 ** 3;

/** The folder for test files. It is in memory if there is enough, because hundreds of databases would wait for a disk. */
function findFastTempFolder(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory);
  return bavail * bsize >= minBytes && mount && !mount.includes('noexec') ? memory : tmpdir();
}
