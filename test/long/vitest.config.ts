import { defineConfig } from 'vitest/config';
import { root } from '../../src/platform/root.ts';
import { databaseIndependentTests } from './database-independent-tests.ts';

export default defineConfig({
  root,
  test: {
    globalSetup: ['test/helpers/global-setup.ts', 'test/long/gateways/prepare.ts', 'test/samples/prepare.ts'],
    include: [
      'test/long/**/*.test.ts',
      'test/samples/{library,viewer-code}.test.ts',
      'test/e2e/{every-page,parameters}.test.ts',
      ...databaseIndependentTests,
    ],
    env: { TEST_LONG: 'yes', TEST_ENGINE: 'postgres' },
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
