import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from '../src/build.ts';
import { root } from '../src/platform/root.ts';
import { prepareMachine } from './prepare-machine.ts';

/** `npm test`: everything, in one run. Arguments go to Vitest: `npm test -- test/server/sign-up`. */

const filters = process.argv.slice(2);
const missing = prepareMachine();
let passed = 0;
let failed = 0;
let skipped = 0;

check('types', 'tsc', ['-p', '.']);
check('lint and format', 'biome', ['check', '--error-on-warnings', '.']);
buildIfNeeded(console.log);
countTests();

for (const what of missing) console.log(`Not installed here, so its tests were skipped: ${what}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

function check(title: string, program: string, args: string[]): void {
  if (filters.length > 0) return;
  const ok = run(program, args) === 0;
  console.log(`${ok ? '✓' : '✗'} ${title}`);
  if (ok) passed++;
  else failed++;
}

function countTests(): void {
  const folder = mkdtempSync(join(tmpdir(), 'portal-tests-'));
  const report = join(folder, 'report.json');
  const status = run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ]);
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
    passed += counts.numPassedTests ?? 0;
    failed += counts.numFailedTests ?? 0;
    skipped += (counts.numPendingTests ?? 0) + (counts.numTodoTests ?? 0);
  } catch {
    console.log('Vitest left no report');
  }
  // A file that could not be loaded has no tests to fail.
  if (status !== 0 && failed === 0) failed++;
  rmSync(folder, { recursive: true, force: true });
}

function run(program: string, args: string[]): number {
  const file = join(root, 'node_modules/.bin', program);
  return spawnSync(file, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
