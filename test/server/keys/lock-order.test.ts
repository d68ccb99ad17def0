import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordKeyChanges } from '../../../src/keys/change-store.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { changeKey } from '../../../src/keys/store.ts';
import { engine, engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

/** SQLite has one writer at a time, and so no order to keep. */
describe.skipIf(engineMissing || engine !== 'postgres')('changes of one key at the same time', () => {
  let portal: TestPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    key = await createKey(await portal.signUp('altocumulus@example.com'));
  });
  afterAll(() => portal.close());

  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.database.db);
    expect(rows).toHaveLength(1);
  };

  test('a limit that lifts the person’s own waits for a change of the key, and holds nothing that it needs', async () => {
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
});
