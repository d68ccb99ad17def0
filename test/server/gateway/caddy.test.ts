import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, test } from 'vitest';
import { engine } from '../../helpers/database.ts';
import { freePort } from '../../helpers/postgres.ts';
import { findProgram, recipe, startProgram } from '../../helpers/recipe.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';

const caddy = findProgram('caddy');
const title = `the recipe for Caddy${caddy ? '' : ' (Caddy is not installed here)'}`;

// Once is enough: a gateway does not see which database the portal has.
if (engine !== 'sqlite') test.skip('is tested with SQLite behind the portal');
else describe.skipIf(!caddy)(title, recipeTests);

/** Of Debian's version, 2.6. */
const differences = { resetsOnReload: true };

function recipeTests() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-caddy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testRecipe(async (ports) => {
    const port = await freePort();
    const file = join(folder, 'Caddyfile');
    const changes: [string, string][] = [
      ['127.0.0.1:3000', `127.0.0.1:${ports.portal}`],
      ['127.0.0.1:8080', `127.0.0.1:${ports.api}`],
      ['portal.example.com', 'localhost'],
      ['api.example.com', `http://127.0.0.1:${port}`],
    ];
    // Its own door for orders: at the usual address another Caddy of this machine might obey them.
    const admin = `unix/${join(folder, 'admin')}`;
    writeFileSync(file, recipe('Caddyfile', changes).replace(/^\{$/m, `{\n\tadmin ${admin}`));
    const env = { HOME: folder };
    const configuration = ['--config', file, '--adapter', 'caddyfile'];
    const running = await startProgram([caddy!, 'run', ...configuration], { port, env });
    const reload = [...configuration, '--force', '--address', admin];
    return { ...running, reload: () => promisify(execFile)(caddy!, ['reload', ...reload], { env }) };
  }, differences);
}
