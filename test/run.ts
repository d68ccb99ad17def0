import { buildIfNeeded } from '../src/site/build.ts';
import { prepareMachine } from './prepare-machine.ts';
import { runProgram, runVitest } from './vitest-run.ts';

/** `npm test`: everything, in one run. Arguments go to Vitest: `npm test -- test/server/accounts`. */

const filters = process.argv.slice(2);
const missing = prepareMachine();
/** More than these is no accident. */
const failedFilesMax = 3;
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
  const ok = runProgram(program, args) === 0;
  console.log(`${ok ? '✓' : '✗'} ${title}`);
  if (ok) passed++;
  else failed++;
}

function countTests(): void {
  const counts = runVitest(filters);
  const isForgiven = isFailureInTimeAlone(counts.failedFiles);
  passed += counts.passed + (isForgiven ? counts.failed : 0);
  failed += isForgiven ? 0 : counts.failed + counts.unloaded;
  skipped += counts.skipped;
}

/** A machine that is short of time misses a cue now and then: a few files that failed are run once more, aloud. */
function isFailureInTimeAlone(files: string[]): boolean {
  if (files.length === 0 || files.length > failedFilesMax) return false;
  console.log(`Once more, as a test in them failed: ${files.join(', ')}`);
  const again = runVitest(files);
  if (again.failed + again.unloaded > 0) return false;
  console.log(`Passed the second time, so something here depends on timing: ${files.join(', ')}`);
  return true;
}
