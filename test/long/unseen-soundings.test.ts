import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { type Golden, type Lists, levelsOf } from '../helpers/golden-soundings.ts';
import { testAgainstMetPy } from '../helpers/golden-tests.ts';
import { installPip } from './clients/packages.ts';

type Unseen = Record<string, { lists: Lists; expected: Golden }>;

/** Soundings that no formula was adjusted to: test/fixtures/sounding/unseen.py. It takes a minute. */
const metpy = installPip(['metpy==1.7.1', 'numpy==2.4.6', 'scipy==1.17.1', 'pint==0.25.3', 'PyYAML==6.0.3']);
const unseen = metpy && readUnseen(join(metpy.bin, 'python'));

describe.skipIf(!unseen)('soundings that are not in the golden set', () => {
  test('are twenty random ones and twelve radiosondes', () => {
    expect(Object.keys(unseen!)).toHaveLength(32);
  });

  for (const [name, { lists, expected }] of Object.entries(unseen ?? {}))
    testAgainstMetPy({ name, expected, levels: levelsOf(lists) });
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
