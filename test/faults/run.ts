import { runSuite } from '../suite.ts';

/** `npm run test:faults`. Arguments go to Vitest: `npm run test:faults -- disk-full`. */
await runSuite('faults');
