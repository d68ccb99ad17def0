import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../src/site/build.ts';
import { prepareMachine } from './prepare-machine.ts';
import { preparePython } from './samples/python.ts';
import { type Step, steps } from './steps.ts';
import type { Counts } from './vitest-run.ts';

/**
 * `npm test` runs every step, three at a time. `npm test -- --step browser` runs one of them, and other arguments select
 * tests: `npm test -- test/server/accounts`.
 */

const { step: asked, filters } = readArguments();
const chosen = steps.filter((step) =>
  asked ? step.name === asked : step.takesFilters || filters.length === 0,
);
if (chosen.length === 0) endWithUsage(`There is no step ${asked}.`);

const missing = prepareMachine();
buildIfNeeded(console.log);
// Two steps use the packages, and must not install them at the same time.
if (!asked && filters.length === 0) preparePython();
const results = await runAll([...chosen]);
report(results);

interface Result extends Counts {
  name: string;
  seconds: number;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { step: { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values.help) endWithUsage();
    return { step: values.step, filters: positionals };
  } catch (error) {
    // The second sentence of Node's message is about file names that begin with a dash.
    return endWithUsage((error as Error).message.replace(/(?<=\.) .*/s, ''));
  }
}

/** Ends with 0 if somebody asked for it, and with 2 if the arguments are wrong. */
function endWithUsage(problem?: string): never {
  const usage = `Usage: npm test -- [--step <name>] [file or folder …]\nSteps: ${steps.map(({ name }) => name).join(', ')}`;
  if (problem === undefined) console.log(usage);
  else console.error(`${problem}\n${usage}`);
  process.exit(problem === undefined ? 0 : 2);
}

/** Tests wait about as long as they compute: with two steps at a time, two cores were idle 40 % of the time. */
async function runAll(waiting: Step[]): Promise<Result[]> {
  const output = waiting.length === 1 ? 'shown' : 'kept';
  const done: Result[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const began = performance.now();
      const counts = await step.run(filters, output);
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`\n── ${step.name}\n${counts.text}`);
      done.push({ name: step.name, seconds, ...counts });
    }
  };
  await Promise.all([work(), work(), work()]);
  return done;
}

function report(results: Result[]): void {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  console.log('');
  for (const { name, seconds, passed, failed, failures } of results) {
    console.log(
      `${failed > 0 ? '✗' : '✓'} ${name.padEnd(10)} ${String(seconds).padStart(4)} s  ${passed} passed`,
    );
    for (const failure of failures) console.log(`  ✗ ${failure}`);
  }
  for (const what of missing) console.log(`Not installed here, so its tests were skipped: ${what}`);
  const flaky = results.flatMap(({ flakyFiles }) => flakyFiles);
  if (flaky.length > 0)
    console.log(`${flaky.length} flaky, passed only the second time: ${flaky.join(', ')}`);
  const [failed, skipped] = [sum((result) => result.failed), sum((result) => result.skipped)];
  console.log(
    `${sum((result) => result.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  );
  // A misspelt file selects no test, which must not look like success.
  const isEmpty = filters.length > 0 && results.every(({ passed }) => passed === 0) && skipped === 0;
  if (isEmpty) console.error(`No test file matches ${filters.join(' ')}`);
  process.exitCode = failed > 0 || isEmpty ? 1 : 0;
}
