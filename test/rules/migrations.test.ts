import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { isOlderRelease, oldestReleaseOf } from '../../src/platform/open-database.ts';
import { root } from '../../src/platform/root.ts';

test('every migration names the oldest release that works with it, and no future one', () => {
  const files = globSync('db/migrations/*.sql', { cwd: root });
  const named = files.map((file) => [file, oldestReleaseOf(readFileSync(join(root, file), 'utf8'))] as const);
  expect(named.filter(([, release]) => !release || isOlderRelease(packageFile.version, release))).toEqual([]);
  expect(files.length).toBeGreaterThan(0);
});
