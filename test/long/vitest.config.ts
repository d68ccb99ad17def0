import { defineConfig } from 'vitest/config';
import { root } from '../../src/platform/root.ts';
import { databaseIndependentTests } from './database-independent-tests.ts';

/** These measure how long the thread is blocked. */
const eventLoopTests = [
  'src/platform/long-work.test.ts',
  'src/weather/event-loop.test.ts',
  'src/weather/fleet/{default-flight,fleet-feed,model-feed,landing-map}.test.ts',
  'test/server/mcp/batches.test.ts',
  'test/server/site/provider-answers.test.ts',
];

export default defineConfig({
  root,
  test: {
    globalSetup: ['test/e2e/prepare.ts', 'test/long/gateways/prepare.ts', 'test/samples/prepare.ts'],
    include: [
      'test/long/**/*.test.ts',
      'test/samples/{library,samples,viewer-code}.test.ts',
      'test/e2e/{every-page,parameters}.test.ts',
      'test/server/gateway/verifier-alone.test.ts',
      'test/server/mcp/newest-rows.test.ts',
      'src/weather/sandbox/grids/grid-stream.test.ts',
      ...eventLoopTests,
      ...databaseIndependentTests,
    ],
    env: { TEST_LONG: 'yes', TEST_ENGINE: 'postgres' },
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
