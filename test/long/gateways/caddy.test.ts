import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { caddyDifferences, startCaddy } from '../../helpers/caddy.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';
import { findPinned } from './programs.ts';

const program = findPinned('caddy');

/** Debian's version is tested by `npm test`. */
describe.skipIf(!program)('the recipe for the current Caddy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-caddy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  testRecipe((settings) => startCaddy({ program: program!, folder, ...settings }), caddyDifferences);
});
