import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeUser } from '../../../src/accounts/user-store.ts';
import { recordKeyChanges } from '../../../src/keys/change-store.ts';
import { changeKey, deleteConnectionKeys } from '../../../src/keys/store.ts';
import { endConnectionsOf } from '../../../src/oauth/connections.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { allowApp, connectApp, exchange, personOf, refresh } from '../../helpers/connected-app.ts';
import { engine, engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

/** SQLite has one writer at a time, and so no order to keep. */
describe.skipIf(engineMissing || engine !== 'postgres')('changes of one connection at the same time', () => {
  let portal: TestPortal;
  let browser: Browser;
  let userId: string;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp('altocumulus@example.com');
    userId = (await personOf(portal, 'altocumulus@example.com')).id;
  });
  afterAll(() => portal.close());

  const untilWaiting = () =>
    vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.database.db);
        expect(rows).toHaveLength(1);
      },
      { interval: 5, timeout: 10_000 },
    );

  test('a code that is exchanged while the password is changed connects nothing', async () => {
    const allowed = await allowApp(portal, userId);
    let exchanging: ReturnType<typeof exchange> | undefined;
    await portal.database.db.transaction().execute(async (trx) => {
      await changeUser(trx, userId, { password_hash: 'next' });
      exchanging = exchange(portal, allowed);
      await untilWaiting();
      await endConnectionsOf(trx, userId, { at: portal.clock.now() });
    });
    expect((await exchanging!).json().error).toBe('invalid_grant');
    expect((await browser.get(calls.connections)).json().connections).toEqual([]);
  });

  test('a refresh while the connection ends gives no tokens', async () => {
    const tokens = await connectApp(portal, userId);
    let refreshing: ReturnType<typeof refresh> | undefined;
    await portal.database.db.transaction().execute(async (trx) => {
      const deleted = await deleteConnectionKeys(trx, { user_id: userId });
      refreshing = refresh(portal, tokens.refresh_token);
      await untilWaiting();
      await recordKeyChanges(
        trx,
        deleted.map(({ id }) => id),
      );
    });
    expect((await refreshing!).json().error).toBe('invalid_grant');
    expect(await portal.database.db.selectFrom('oauth_tokens').selectAll().execute()).toEqual([]);
  });

  test('a grant that waits for a change of the key locks nothing that a disconnect needs', async () => {
    const key = await createKey(browser);
    await connectApp(portal, userId);
    const [{ id }] = (await browser.get(calls.connections)).json().connections;
    let granting: Promise<object> | undefined;
    await portal.database.db.transaction().execute(async (trx) => {
      await changeKey(trx, key.id, { name: 'Vane' });
      granting = operatorOf(portal).grant(key.external_id, 'all_access');
      await untilWaiting();
      expect((await browser.delete(calls.connection(id))).statusCode).toBe(200);
    });
    expect(await granting).toMatchObject({ roles: ['all_access'] });
  });
});
