import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertRequest } from '../../../src/keys/access-request-store.ts';
import { recordKeyChanges } from '../../../src/keys/change-store.ts';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { changeKey, findKeyByClientId, lockKey } from '../../../src/keys/store.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engine, engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

/** SQLite has one writer at a time, so transactions cannot deadlock. */
describe.skipIf(engineMissing || engine !== 'postgres')('changes of one key at the same time', () => {
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp('altocumulus@example.com');
    key = await createKey(browser);
  });
  afterAll(() => portal.close());

  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.database.db);
    expect(rows).toHaveLength(1);
  };

  test("a limit that raises the person's waits for a change of the key, and locks nothing that it needs", async () => {
    const { db } = portal.database;
    let limiting: Promise<object> | undefined;
    await db.transaction().execute(async (trx) => {
      await changeKey(trx, key.id, { expires_at: null });
      limiting = operatorOf(portal).limit(key.external_id, '9000');
      await vi.waitFor(isWaiting, { interval: 5, timeout: 10_000 });
      await recordKeyChanges(trx, [key.id]);
    });
    expect(await limiting).toMatchObject({ client_id: key.external_id, requests_per_hour: 9000 });
  });

  test("all access can't be requested for a key that is being granted it", async () => {
    let asking: ReturnType<Browser['post']> | undefined;
    await portal.database.db.transaction().execute(async (trx) => {
      await changeKey(trx, key.id, { roles: allAccessRole });
      asking = browser.post(calls.accessRequests, { key_id: key.id, purpose: 'Storms', volume: '' });
      await vi.waitFor(isWaiting, { interval: 5, timeout: 10_000 });
    });
    expect((await asking!).json().code).toBe('has-access');
  });

  test('a deleted key leaves no open request, even if one is sent at that moment', async () => {
    const { db } = portal.database;
    const doomed = await createKey(browser);
    let deleting: ReturnType<Browser['delete']> | undefined;
    await db.transaction().execute(async (trx) => {
      await lockKey(trx, doomed.id);
      deleting = browser.delete(calls.apiToken(doomed.id));
      await vi.waitFor(isWaiting, { interval: 5, timeout: 10_000 });
      const { user_id } = (await findKeyByClientId(trx, doomed.external_id))!;
      await insertRequest(trx, {
        id: 'asked',
        user_id,
        key_id: doomed.id,
        purpose: 'Storms',
        volume: '',
        created_at: 1,
      });
    });
    expect((await deleting!).statusCode).toBe(200);
    const open = db.selectFrom('access_requests').select('id').where('state', '=', 'open');
    expect(await open.execute()).toEqual([]);
  });
});
