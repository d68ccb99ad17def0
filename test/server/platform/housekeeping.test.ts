import { afterEach, describe, expect, test, vi } from 'vitest';
import { calls } from '../../../src/urls.ts';
import { askForCode, openBrowser } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const day = 24 * 3600;
const tables = [
  'sessions',
  'devices',
  'verification_codes',
  'password_resets',
  'sign_in_delays',
  'rate_limits',
  'mail_queue',
] as const;

describe.skipIf(engineMissing)('housekeeping', () => {
  let portal: TestPortal;
  afterEach(async () => {
    vi.useRealTimers();
    await portal.close();
  });

  const count = async () => {
    const { db } = portal.database;
    const counts = tables.map(async (table) => [
      table,
      (await db.selectFrom(table).selectAll().execute()).length,
    ]);
    return Object.fromEntries(await Promise.all(counts)) as Record<(typeof tables)[number], number>;
  };

  /** Runs the housekeeping that the portal runs every ten minutes. */
  const round = () => vi.advanceTimersByTimeAsync(10 * 60 * 1000);

  const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 });

  async function startWithTraces(): Promise<void> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    portal = await startPortal();
    await portal.signUp('nimbo@teapot.example');
    const browser = await openBrowser(portal);
    await askForCode(portal, browser, 'alto@teapot.example');
    await browser.post(calls.forgotPassword, { email: 'nimbo@teapot.example' });
    await browser.signIn('nimbo@teapot.example', 'wrong');
    await portal.mails();
  }

  test('deletes expired rows of every kind', async () => {
    await startWithTraces();
    for (const [table, rows] of Object.entries(await count()))
      expect([table, rows > 0]).toEqual([table, true]);
    portal.clock.pass(91 * day);
    await round();
    await waitFor(async () => {
      expect(await count()).toEqual(Object.fromEntries(tables.map((table) => [table, 0])));
    });
    expect(await portal.database.db.selectFrom('users').select('email').execute()).toHaveLength(1);
  });

  test('keeps rows that are still in use', async () => {
    await startWithTraces();
    const before = await count();
    const { db } = portal.database;
    const old = {
      token_hash: 'old',
      email: 'old@teapot.example',
      created_at: portal.clock.now() - 2 * day * 1000,
    };
    await db.insertInto('password_resets').values(old).execute();
    await round();
    // The links are the last of these tables that are cleaned.
    await waitFor(async () => expect((await count()).password_resets).toBe(before.password_resets));
    expect(await count()).toEqual(before);
  });

  test('continues after a task that fails, and logs it', async () => {
    await startWithTraces();
    await portal.database.db.schema.dropTable('rate_limits').execute();
    portal.clock.pass(91 * day);
    await round();
    await waitFor(async () => {
      expect(await portal.database.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
    });
    const warnings = portal.logLines
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg === 'housekeeping task failed');
    expect(warnings).toMatchObject([{ level: 40, err: { message: expect.stringContaining('rate_limits') } }]);
  });

  test("keeps yesterday's sessions and counts that are still needed", async () => {
    await startWithTraces();
    const before = await count();
    portal.clock.pass(25 * 3600);
    await round();
    await waitFor(async () => {
      expect(await count()).toEqual({
        ...before,
        // The account's session stays. That of a visitor who only requested a code is deleted.
        sessions: before.sessions - 1,
        verification_codes: 0,
        password_resets: 0,
        sign_in_delays: 0,
        rate_limits: 0,
        mail_queue: 0,
      });
    });
  });
});
