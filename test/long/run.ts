import { runSuite } from '../suite.ts';

/** `npm run test:long`: what takes too long for every commit. Its last result stands in docs/proof.md. */
await runSuite('test/long/vitest.config.ts');
