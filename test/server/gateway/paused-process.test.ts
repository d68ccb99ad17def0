import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, gatewayVerify } from '../../../src/urls.ts';
import { environmentOf } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, operatorOf, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually, type PortalProcess, startPortalProcess } from '../../helpers/process.ts';

/** Longer than anything is trusted. A longer pause makes no difference to a stopped process. */
const pauseMs = 1500;

describe.skipIf(engineMissing)('a process that was paused and continues', () => {
  let portal: TestPortal;
  let browser: Browser;
  let paused: PortalProcess;
  beforeAll(async () => {
    portal = await startPortal();
    portal.clock.pass((Date.now() - portal.clock.now()) / 1000);
    browser = await portal.signUp();
    paused = await startPortalProcess({ ...environmentOf(portal), PORTAL_PARTS: 'gateway' });
  }, 60_000);
  afterAll(async () => {
    paused?.process.kill('SIGCONT');
    await paused?.close();
    await portal.close();
  });

  const ask = async (authorization: string) =>
    (await fetch(`${paused.url}${gatewayVerify}${freePath}`, { headers: { authorization } })).status;
  const pause = () => paused.process.kill('SIGSTOP');
  const goOn = () => paused.process.kill('SIGCONT');
  const forAWhile = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

  test('allows no cached key that was deleted meanwhile', async () => {
    const key = await createKey(browser, { name: 'Gone' });
    for (let call = 0; call < 5; call++) expect(await ask(withSecret(key))).toBe(200);
    pause();
    await browser.delete(calls.apiToken(key.id));
    await forAWhile();
    // They wait in the socket of the stopped process, which reads them first when it continues.
    const waiting = Array.from({ length: 20 }, () => ask(withSecret(key)));
    goOn();
    expect(await Promise.all(waiting)).toEqual(Array(20).fill(403));
  });

  test('allows nothing above a limit that others have used up meanwhile', async () => {
    const key = await createKey(browser, { name: 'Shared' });
    await operatorOf(portal).limit(key.external_id, '200');
    await eventually(async () => ((await ask(withSecret(key))) === 200 ? true : undefined));
    let passed = 1;
    pause();
    for (let call = 0; call < 220; call++)
      if ((await verify(portal, withSecret(key))).statusCode === 200) passed++;
    goOn();
    const after = await Promise.all(Array.from({ length: 40 }, () => ask(withSecret(key))));
    passed += after.filter((status) => status === 200).length;
    expect(after.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(passed).toBeLessThanOrEqual(200);
    expect(passed).toBeGreaterThanOrEqual(180);
  });
});
