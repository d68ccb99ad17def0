import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { databaseIndependentTests } from './test/long/database-independent-tests.ts';

/** Each step of `npm test` is a project. */
const withDatabases = { globalSetup: ['test/helpers/global-setup.ts'] };
const inTurn = { fileParallelism: false, isolate: false, maxConcurrency: 2 };

/** Tests of pages, documents and tools, whose content does not depend on the engine. */
const withoutState = [
  'test/server/{content,demo,site}/**',
  'test/server/mcp/!(quota|refusals).test.ts',
  ...databaseIndependentTests,
];

const hashing = 'test/server/accounts/hashing.test.ts';
/** These replace clocks and random numbers below the app, so each needs its own copy of the app's modules. */
const withOwnModules = [
  hashing,
  ...['codes', 'same-answers', 'sign-in-race'].map((name) => `test/server/accounts/${name}.test.ts`),
];

/**
 * Tests of one worker share their modules: the app is loaded, and balloons are followed, once and not for each file.
 */
const server = (name: string, engine: 'sqlite' | 'postgres', files: InlineConfig) => ({
  test: {
    ...withDatabases,
    isolate: false,
    ...files,
    name,
    env: { TEST_ENGINE: engine },
    // Enough for a slow machine. A test with a tighter limit sets its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

/** Tests of what the database holds run twice, once on each engine, from the same files. */
const onBothEngines = (['sqlite', 'postgres'] as const).flatMap((engine) => [
  server(engine, engine, {
    include: ['test/server/**/*.test.ts'],
    exclude: [...withoutState, ...withOwnModules],
  }),
  server(`${engine} alone`, engine, { include: withOwnModules, exclude: withoutState, isolate: true }),
]);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['src/**/*.test.ts', 'test/rules/**/*.test.ts'],
          // A file of all variables takes 15 s on a slow machine, and twice that beside other steps.
          testTimeout: 60_000,
        },
      },
      ...onBothEngines,
      server('stateless', 'sqlite', { include: withoutState, exclude: withOwnModules }),
      server('stateless alone', 'sqlite', { include: [hashing], isolate: true }),
      {
        test: {
          globalSetup: ['test/e2e/prepare.ts'],
          ...inTurn,
          fileParallelism: true,
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
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
