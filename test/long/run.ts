import { runSuite } from '../suite.ts';

/** `npm run test:long` runs what takes too long for every commit. Its last results are in docs/proof.md. */
await runSuite('long');
