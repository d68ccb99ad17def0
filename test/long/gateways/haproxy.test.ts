import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { root } from '../../../src/platform/root.ts';
import { api } from '../../../src/urls.ts';
import { freePort } from '../../helpers/postgres.ts';
import { bothPortals, findProgram, hasIpv6, recipe, startProgram } from '../../helpers/recipe.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';

const haproxy = findProgram('haproxy');

describe.skipIf(!haproxy)('the recipe for HAProxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-haproxy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testRecipe(async ({ ports, apiPath = api }) => {
    const [port, verifierPort] = [await freePort(), await freePort()];
    const file = join(mkdtempSync(join(folder, 'run-')), 'haproxy.cfg');
    writeFileSync(
      file,
      recipe('haproxy.cfg', [
        ['/etc/haproxy/verify.lua', join(root, 'docs/gateway/verify.lua')],
        ['bind :8000', `bind :${port}`],
        ['bind :::8000 v6only', hasIpv6 ? `bind :::${port} v6only` : ''],
        [`path_beg ${api}/`, `path_beg ${apiPath}/`],
        ['127.0.0.1:8001', `127.0.0.1:${verifierPort}`],
        [
          'server portal 127.0.0.1:3000',
          bothPortals(ports, (each) => `server portal-${each} 127.0.0.1:${each}`, '\n    '),
        ],
        ['127.0.0.1:3000', `127.0.0.1:${ports.portal}`],
        ['127.0.0.1:8080', `127.0.0.1:${ports.api}`],
        ['portal.example.com', 'localhost'],
      ]),
    );
    // Every warning is an error: a mistake in the file would otherwise show in nothing else.
    execFileSync(haproxy!, ['-c', '-dW', '-f', file]);
    const running = await startProgram([haproxy!, '-W', '-f', file], { port });
    return { ...running, reload: () => running.signal('SIGUSR2') };
  });
});
