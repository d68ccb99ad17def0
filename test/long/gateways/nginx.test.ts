import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { startNginx } from '../../helpers/nginx.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';
import { findPinned } from './programs.ts';

const program = findPinned('nginx');

/** Debian's version is tested by `npm test`. */
describe.skipIf(!program)('the recipe for the current nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  testRecipe((settings) => startNginx({ program: program!, folder, ...settings }));
});
