import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { root } from '../../../src/platform/root.ts';
import { freePort } from '../../helpers/postgres.ts';
import { findProgram, recipe, startProgram } from '../../helpers/recipe.ts';
import { testRecipe } from '../../helpers/recipe-tests.ts';

const haproxy = findProgram('haproxy');

describe.skipIf(!haproxy)('the recipe for HAProxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-haproxy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  testRecipe(
    async (ports) => {
      const port = await freePort();
      const file = join(folder, 'haproxy.cfg');
      writeFileSync(
        file,
        recipe('haproxy.cfg', [
          ['/etc/haproxy/verify.lua', join(root, 'docs/gateway/verify.lua')],
          ['bind :8000', `bind 127.0.0.1:${port}`],
          ['127.0.0.1:3000', `127.0.0.1:${ports.portal}`],
          ['127.0.0.1:8080', `127.0.0.1:${ports.api}`],
          ['portal.example.com', 'localhost'],
        ]),
      );
      const running = await startProgram([haproxy!, '-W', '-f', file], { port });
      return { ...running, reload: () => running.signal('SIGUSR2') };
    },
    { withoutPortal: 503 },
  );
});
