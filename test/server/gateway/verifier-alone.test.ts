import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addManyKeys } from '../../../bench/many-keys.ts';
import { rssMb } from '../../../bench/process-figures.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { calls, gatewayVerify, health, mcpServer, pages, ready } from '../../../src/urls.ts';
import { environmentOf } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, notAuthorized, operatorOf, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually, type PortalProcess, startPortalProcess } from '../../helpers/process.ts';

/** `docs/scale.md` starts it in the same way. */
const command =
  'node --max-old-space-size=256 --max-semi-space-size=8 --no-concurrent-recompilation run.mjs src/main.ts';

describe.skipIf(engineMissing)('a process that is the verifier alone', () => {
  let portal: TestPortal;
  let browser: Browser;
  let verifier: PortalProcess;
  beforeAll(async () => {
    portal = await startPortal();
    portal.clock.pass((Date.now() - portal.clock.now()) / 1000);
    browser = await portal.signUp();
    verifier = await start();
  }, 60_000);
  afterAll(async () => {
    await verifier?.close();
    await portal.close();
  });

  const start = () => startPortalProcess({ ...environmentOf(portal), PORTAL_PARTS: 'gateway' }, command);
  const ask = (authorization: string, path = freePath) =>
    fetch(`${verifier.url}${gatewayVerify}${path}`, { headers: { authorization } });

  test('answers for every key as the whole portal does, until the key is deleted', async () => {
    const key = await createKey(browser);
    const allowed = await ask(withSecret(key));
    expect([allowed.status, allowed.headers.get('x-client-id')]).toEqual([200, key.external_id]);
    const refused = await ask(withSecret(key), '/api/v1/hdd');
    expect([refused.status, await refused.text()]).toEqual([403, notAuthorized]);
    await browser.delete(calls.apiToken(key.id));
    await eventually(async () => ((await ask(withSecret(key))).status === 403 ? true : undefined), 1);
  });

  test('counts calls under the documented endpoints, and the hour with all the others', async () => {
    const key = await createKey(browser, { name: 'Counted' });
    await operatorOf(portal).limit(key.external_id, '3');
    const statuses = [];
    for (let call = 0; call < 5; call++) statuses.push((await ask(withSecret(key))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const { db } = portal.database;
    const rows = await eventually(async () => {
      const found = await db.selectFrom('key_calls').selectAll().where('key_id', '=', key.id).execute();
      return found.reduce((sum, { requests }) => sum + Number(requests), 0) === statuses.length
        ? found
        : undefined;
    });
    expect(rows.map(({ endpoint, verdict, requests }) => [endpoint, verdict, requests]).sort()).toEqual([
      [freePath, 'allowed', 3],
      [freePath, 'over-quota', 2],
    ]);
  });

  test('has health and readiness, and no page, call, sandbox or MCP server', async () => {
    const status = async (path: string) => (await fetch(verifier.url + path)).status;
    expect([await status(health), await status(ready)]).toEqual([200, 200]);
    for (const path of [pages.landing, pages.docs, calls.authStatus, freePath, mcpServer, '/%zz'])
      expect([path, await status(path)]).toEqual([path, path === '/%zz' ? 400 : 404]);
    expect((await fetch(`${verifier.url}${gatewayVerify}/%zz`)).status).toBe(403);
  });

  // A whole portal takes 220 before its first answer; the figure itself is measured on an idle machine, in bench/.
  test.runIf(process.env.TEST_LONG)(
    'takes at most 160 MB with a thousand known keys, because nothing else is loaded',
    async () => {
      // The first start of a clone compiles the sources, for 25 MB that the next ones do not need.
      await verifier.kill('SIGTERM');
      verifier = await start();
      const secrets = new Secrets(portal.config.secretKeys);
      const options = { count: 1000, peopleKept: 200 };
      const { authorizations } = await addManyKeys(portal.database, secrets, options);
      const gateways = Array.from({ length: 8 }, async (_, lane) => {
        for (let index = lane; index < authorizations.length; index += 8)
          expect((await ask(authorizations[index]!)).status).toBe(200);
      });
      await Promise.all(gateways);
      expect(rssMb(verifier.process.pid!)).toBeLessThanOrEqual(160);
    },
    60_000,
  );
});
