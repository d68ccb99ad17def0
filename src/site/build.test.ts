import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadedWith, sourceFiles } from '../../test/helpers/source-files.ts';
import { hashOfSources, listSources } from './build.ts';

test('a build stays valid when npm rewrites the lock file, but not with other versions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sources-'));
  const hashWith = (react: object) => {
    const packages = { '': { version: '1.0.0' }, 'node_modules/react': react };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    return hashOfSources(folder);
  };
  const built = hashWith({ version: '19.3.1', libc: ['glibc'] });
  expect(hashWith({ version: '19.3.1' })).toBe(built);
  expect(hashWith({ version: '19.3.2' })).not.toBe(built);
  rmSync(folder, { recursive: true });
});

test('a build becomes outdated with every file that the browser app loads', () => {
  const app = sourceFiles().filter((file) => file.startsWith('src/web/'));
  const sources = new Set(listSources());
  expect([...loadedWith(app)].filter((file) => !sources.has(file))).toEqual([]);
});
