import { buildIfNeeded } from '../../src/site/build.ts';
import { prepareMachine } from '../prepare-machine.ts';
import { runVitest } from '../vitest-run.ts';

/** `npm run test:faults`. Arguments go to Vitest: `npm run test:faults -- disk-full`. */

const missing = prepareMachine();
buildIfNeeded(console.log);
const { passed, failed, skipped, unloaded } = runVitest([
  '--config=test/faults/vitest.config.ts',
  ...process.argv.slice(2),
]);
for (const what of missing) console.log(`Not installed here, so its tests were skipped: ${what}`);
console.log(`${passed} passed, ${failed + unloaded} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed + unloaded > 0 ? 1 : 0;
