import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { engine } from '../../helpers/database.ts';
import { nginx, startNginx } from '../../helpers/nginx.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';

const title = `the recipe for nginx${nginx ? '' : ' (nginx is not installed here)'}`;

// One database is enough, because a gateway does not see which one the portal has.
if (engine !== 'sqlite') test.skip('is tested with SQLite behind the portal');
else describe.skipIf(!nginx)(title, recipeTests);

function recipeTests() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  testRecipe((settings) => startNginx({ folder, ...settings }));
}
