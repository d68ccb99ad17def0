import { type Counts, type Output, runProgram, runVitest } from './vitest-run.ts';

/** The steps of `npm test`, by the names that `npm test -- --step <name>` accepts. */
export interface Step {
  name: string;
  /** Replaces the command if there are arguments, because only Vitest can select tests. */
  takesFilters: boolean;
  run(filters: string[], output: Output): Promise<Counts>;
}

const check = (name: string, program: string, args: string[]): Step => ({
  name,
  takesFilters: false,
  async run(_, output) {
    const { status, text } = await runProgram(program, args, output);
    const isOk = status === 0;
    const [passed, failed] = isOk ? [1, 0] : [0, 1];
    return { passed, failed, skipped: 0, failedFiles: [], failures: [], flakyFiles: [], text };
  },
});

const tests = (name: string, workers = 1): Step => ({
  name,
  takesFilters: true,
  run: (filters, output) => runTests(name, workers, filters, output),
});

/** The longest steps come first, so that all end at about the same time. */
export const steps: Step[] = [
  // A browser test mostly waits for its page, so two files run at once, each in its own browser.
  tests('browser', 2),
  tests('postgres'),
  tests('sqlite'),
  tests('stateless'),
  tests('samples'),
  tests('deployment'),
  // Nothing else waits when this step runs, so one worker would leave a core idle.
  tests('unit', 2),
  check('types', 'tsc', ['-p', '.']),
  check('lint', 'biome', ['check', '--error-on-warnings', '.']),
];

/** More failed files than this are not a coincidence, and are not run again. */
const maxFailedFiles = 3;

/** Runs a few failed files once more. Those that pass then are reported as flaky. */
async function runTests(
  project: string,
  workers: number,
  filters: string[],
  output: Output,
): Promise<Counts> {
  // A step that runs alone has the whole machine.
  const maxWorkers = output === 'kept' ? workers : '100%';
  const args = [`--maxWorkers=${maxWorkers}`, '--project', `${project}*`, '--passWithNoTests'];
  const first = await runVitest([...args, ...filters], output);
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > maxFailedFiles) return first;
  const again = await runVitest([...args, ...failedFiles], output);
  const text = first.text + again.text;
  const failures = [...first.failures, ...again.failures.map((failure) => `once more: ${failure}`)];
  if (again.failed > 0) return { ...first, failures, text };
  return { ...first, passed: first.passed + first.failed, failed: 0, flakyFiles: failedFiles, text };
}
