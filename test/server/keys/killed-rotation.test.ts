import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import { environmentOf } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, listKeys, verify, withSecret } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { startPortalProcess } from '../../helpers/process.ts';
import { browserAt } from '../../helpers/remote-browser.ts';

const rounds = [1, 2];

describe.skipIf(engineMissing)('a process that is killed between a rotation and its answer', () => {
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    // The process uses the real clock, so a session with another time would not be valid.
    portal.clock.pass((Date.now() - portal.clock.now()) / 1000);
    browser = await portal.signUp('cumulus@example.com');
    key = await createKey(browser);
  });
  afterAll(() => portal.close());

  const asked = { overlap: '24h', password: goodPassword };
  const status = async (of: CreatedApiToken) => (await verify(portal, withSecret(of))).statusCode;
  const secretCount = async () => (await listKeys(browser))[0]!.secrets.length;

  /** The rotation is in the database, and the client has not read the answer. */
  async function rotateAndDie(): Promise<void> {
    const process = await startPortalProcess(environmentOf(portal));
    const there = browserAt(() => process.url);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    there.csrf = browser.csrf;
    const answer = there.post(calls.rotateToken(key.id), asked).catch(() => undefined);
    await vi.waitFor(
      async () =>
        portal.database.db
          .selectFrom('api_keys')
          .select('id')
          .where('old_secret_ends_at', '>', portal.clock.now())
          .executeTakeFirstOrThrow(),
      { interval: 1, timeout: 15_000 },
    );
    await process.kill('SIGKILL');
    await answer;
  }

  test.each(rounds)(
    'leaves the old secret working, and a new one that can be discarded (%i)',
    async () => {
      await rotateAndDie();
      expect([await status(key), await secretCount()]).toEqual([200, 2]);
      const again = await browser.post(calls.rotateToken(key.id), asked);
      expect([again.statusCode, again.json().code]).toEqual([409, 'rotation-open']);

      expect((await browser.post(calls.discardNewSecret(key.id), asked)).statusCode).toBe(200);
      expect([await status(key), await secretCount()]).toEqual([200, 1]);
    },
    120_000,
  );

  test('can be followed by a rotation whose answer arrives', async () => {
    const renewed = (await browser.post(calls.rotateToken(key.id), asked)).json().token;
    expect([await status(key), await status(renewed)]).toEqual([200, 200]);
  });
});
