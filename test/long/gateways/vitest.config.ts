import { defineConfig } from 'vitest/config';
import { root } from '../../../src/platform/root.ts';

/** The recipes for gateways that take long to install: each with the real program. */
export default defineConfig({
  root,
  test: {
    name: 'gateways',
    globalSetup: ['test/helpers/global-setup.ts', 'test/long/gateways/prepare.ts'],
    include: ['test/long/gateways/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
