import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { api } from '../../../src/urls.ts';
import { freePort } from '../../helpers/postgres.ts';
import { eventually } from '../../helpers/process.ts';
import { rawRequest } from '../../helpers/raw-http.ts';
import { bothPortals, recipe, startProgram } from '../../helpers/recipe.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';
import { findPinned } from './programs.ts';

const traefik = findPinned('traefik');

describe.skipIf(!traefik)('the recipe for Traefik', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-traefik-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testRecipe(
    async ({ ports, apiPath = api }) => {
      const [port, verifierPort] = [await freePort(), await freePort()];
      const own = mkdtempSync(join(folder, 'run-'));
      const [file, routes] = [join(own, 'traefik.yaml'), join(own, 'routes.yaml')];
      writeFileSync(
        file,
        recipe('traefik.yaml', [
          [':8000', `:${port}`],
          ['127.0.0.1:8001', `127.0.0.1:${verifierPort}`],
          ['/etc/traefik/traefik-routes.yaml', routes],
        ]),
      );
      writeFileSync(
        routes,
        recipe('traefik-routes.yaml', [
          [`"${api}/"`, `"${apiPath}/"`],
          ['127.0.0.1:8001', `127.0.0.1:${verifierPort}`],
          [
            '- url: http://127.0.0.1:3000',
            bothPortals(ports, (portal) => `- url: http://127.0.0.1:${portal}`, '\n          '),
          ],
          ['127.0.0.1:8080', `127.0.0.1:${ports.api}`],
          ['portal.example.com', 'localhost'],
        ]),
      );
      const running = await startProgram([traefik!, `--configFile=${file}`], { port });
      // Traefik listens a moment before it knows its routes.
      await eventually(async () =>
        (await rawRequest(port, { path: `${apiPath}/points` })).status === 404 ? undefined : true,
      );
      return {
        ...running,
        // The file is replaced in one step, because Traefik would read half of a file that is being written.
        reload() {
          writeFileSync(`${routes}.new`, `${readFileSync(routes, 'utf8')}#\n`);
          renameSync(`${routes}.new`, routes);
        },
      };
    },
    {
      hidesQuota: true,
      decodes: ['/api/v1/%70oints', '/v2/%70oints'],
      hasPlainErrors: true,
    },
  );
});
