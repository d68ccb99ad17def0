import { buildIfNeeded } from '../src/site/build.ts';
import { prepareMachine } from './prepare-machine.ts';
import { runVitest } from './vitest-run.ts';

/** Runs a suite outside of `npm test`, with its own Vitest configuration. The command's arguments are passed to Vitest. */
export async function runSuite(name: 'faults' | 'long'): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(`Usage: npm run test:${name} -- [part of a file's name …] [options of Vitest]`);
    return;
  }
  const missing = prepareMachine();
  buildIfNeeded(console.log);
  const { passed, failed, skipped } = await runVitest(
    [`--config=test/${name}/vitest.config.ts`, '--maxWorkers=100%', ...args],
    'shown',
  );
  for (const what of missing) console.log(`Not installed here, so its tests were skipped: ${what}`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
