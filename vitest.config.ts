import { defineConfig } from 'vitest/config';

/** Server tests run twice, once on each database engine, from the same files. */
const server = (engine: 'sqlite' | 'postgres') => ({
  test: {
    name: `server on ${engine}`,
    include: ['test/server/**/*.test.ts'],
    env: { TEST_ENGINE: engine },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/global-setup.ts'],
    // The tests wait as often as they compute: no core is kept free.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts', 'test/rules/**/*.test.ts'], testTimeout: 30_000 },
      },
      { extends: true, ...server('sqlite') },
      { extends: true, ...server('postgres') },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          maxConcurrency: 2,
        },
      },
      {
        test: {
          name: 'samples',
          include: ['test/samples/**/*.test.ts'],
          globalSetup: ['test/samples/prepare.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          maxConcurrency: 2,
        },
      },
    ],
  },
});
