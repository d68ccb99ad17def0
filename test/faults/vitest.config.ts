import { defineConfig } from 'vitest/config';
import { root } from '../../src/platform/root.ts';
import { faultRounds, fuzzSeconds } from './run-length.ts';

/** `npm run test:faults` tests crashes, lost databases, full disks and hostile clients. */

const files = (names: string[]) => names.map((name) => `test/faults/${name}.test.ts`);
const onBoth = ['kill', 'kill-migrations', 'starting-together', 'mail-server'];

const project = (engine: 'sqlite' | 'postgres', names: string[]) => ({
  extends: true as const,
  test: { name: `faults on ${engine}`, include: files(names), env: { TEST_ENGINE: engine } },
});

const maxSeconds = 300 + Math.max(faultRounds * 20, fuzzSeconds * 2);

export default defineConfig({
  root,
  test: {
    globalSetup: ['test/helpers/global-setup.ts'],
    testTimeout: maxSeconds * 1000,
    hookTimeout: maxSeconds * 1000,
    // Each file needs the whole machine.
    fileParallelism: false,
    projects: [
      project('sqlite', [...onBoth, 'disk-full', 'slow-clients', 'unread-answers', 'linear-time', 'fuzz*']),
      project('postgres', [...onBoth, 'database-away']),
    ],
  },
});
