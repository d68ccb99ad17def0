import { buildIfNeeded } from '../src/site/build.ts';
import { prepareMachine } from './prepare-machine.ts';
import { runVitest } from './vitest-run.ts';

/** Runs a suite outside of `npm test`, with its own Vitest configuration. The command's arguments are passed to Vitest. */
export async function runSuite(config: string): Promise<void> {
  const missing = prepareMachine();
  buildIfNeeded(console.log);
  const { passed, failed, skipped } = await runVitest(
    [`--config=${config}`, '--maxWorkers=100%', ...process.argv.slice(2)],
    'shown',
  );
  for (const what of missing) console.log(`Not installed here, so its tests were skipped: ${what}`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
