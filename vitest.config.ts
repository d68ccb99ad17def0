import { defineConfig } from 'vitest/config';

/** One project a step of `npm test`. */
const withDatabases = { globalSetup: ['test/helpers/global-setup.ts'] };
const inTurn = { fileParallelism: false, maxConcurrency: 2 };

/** Server tests run twice, once on each database engine, from the same files. */
const server = (name: string, engine: 'sqlite' | 'postgres') => ({
  test: {
    ...withDatabases,
    name,
    include: ['test/server/**/*.test.ts'],
    env: { TEST_ENGINE: engine },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'unit', include: ['src/**/*.test.ts', 'test/rules/**/*.test.ts'], testTimeout: 30_000 },
      },
      server('sqlite', 'sqlite'),
      server('postgres', 'postgres'),
      {
        test: {
          ...withDatabases,
          ...inTurn,
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...inTurn,
          name: 'samples',
          include: ['test/samples/**/*.test.ts'],
          globalSetup: ['test/samples/prepare.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...withDatabases,
          ...inTurn,
          name: 'deployment',
          include: ['test/deployment/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
