import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { engine } from '../../helpers/database.ts';
import { freePort } from '../../helpers/postgres.ts';
import { findProgram, recipe, startProgram } from '../../helpers/recipe.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';

const nginx = findProgram('nginx');
const title = `the recipe for nginx${nginx ? '' : ' (nginx is not installed here)'}`;

// Once is enough: a gateway does not see which database the portal has.
if (engine !== 'sqlite') test.skip('is tested with SQLite behind the portal');
else describe.skipIf(!nginx)(title, recipeTests);

function recipeTests() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testRecipe(async (ports) => {
    const port = await freePort();
    const [site, main] = [join(folder, 'site.conf'), join(folder, 'nginx.conf')];
    const logFiles = ['api.log', 'access.log', 'error.log'].map((name) => join(folder, name));
    const changes: [string, string][] = [
      ['127.0.0.1:3000', `127.0.0.1:${ports.portal}`],
      ['127.0.0.1:8080', `127.0.0.1:${ports.api}`],
      ['portal.example.com', 'localhost'],
      ['listen 80;', `listen 127.0.0.1:${port};`],
      ['/var/log/nginx/api.log', logFiles[0]!],
    ];
    writeFileSync(site, recipe('nginx.conf', changes));
    writeFileSync(main, mainConfiguration(folder, site));
    const running = await startProgram([nginx!, '-c', main, '-p', folder], { port, logFiles });
    return { ...running, reload: () => running.signal('SIGHUP') };
  });
}

/** What the distribution's own nginx.conf brings around a site, with places that a test may write to. */
const mainConfiguration = (folder: string, site: string) => `
daemon off;
${userInfo().uid === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log ${folder}/access.log;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  include ${site};
}
`;
