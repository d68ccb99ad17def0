import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { type Golden, type Lists, levelsOf } from '../helpers/golden-soundings.ts';
import { testAgainstMetPy } from '../helpers/golden-tests.ts';
import { installPip } from './clients/packages.ts';

interface Unseen {
  soundings: Record<string, { lists: Lists; expected: Golden }>;
  /** The radiosondes of MetPy's test data that can't be downloaded here. */
  missing: string[];
}

/** Soundings that no formula was adjusted to: test/fixtures/sounding/unseen.py. It takes half a minute. */
const metpy = installPip(['metpy==1.7.1', 'numpy==2.4.6', 'scipy==1.17.1', 'pint==0.25.3']);
const unseen = metpy && readUnseen(join(metpy.bin, 'python'));

describe.skipIf(!unseen)('soundings that are not in the golden set', () => {
  test('are at least twenty', () => {
    expect(Object.keys(unseen!.soundings).length).toBeGreaterThanOrEqual(20);
  });

  for (const [name, { lists, expected }] of Object.entries(unseen?.soundings ?? {}))
    testAgainstMetPy({ name, expected, levels: levelsOf(lists) });

  for (const name of unseen?.missing ?? []) test.skip(`${name} can't be downloaded here`, () => {});
});

function readUnseen(python: string): Unseen {
  const script = join(root, 'test/fixtures/sounding/unseen.py');
  const { status, stdout, stderr } = spawnSync(python, [script], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Unseen;
}
