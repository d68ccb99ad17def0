import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { caddyDifferences, startCaddy } from '../../helpers/caddy.ts';
import { engine } from '../../helpers/database.ts';
import { findProgram } from '../../helpers/recipe.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';

const caddy = findProgram('caddy');
const title = `the recipe for Caddy${caddy ? '' : ' (Caddy is not installed here)'}`;

// One database is enough, because a gateway does not see which one the portal has.
if (engine !== 'sqlite') test.skip('is tested with SQLite behind the portal');
else describe.skipIf(!caddy)(title, recipeTests);

function recipeTests() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-caddy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  testRecipe((settings) => startCaddy({ program: caddy!, folder, ...settings }), caddyDifferences);
}
