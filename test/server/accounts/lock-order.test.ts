import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeEmail, changeUser, findUserByEmail } from '../../../src/accounts/user-store.ts';
import { deleteCodesOf, deleteResetsOf } from '../../../src/accounts/verification-store.ts';
import type { Db } from '../../../src/platform/database.ts';
import { calls } from '../../../src/urls.ts';
import { askForReset, setPassword, signUpForm, verifiedBrowser } from '../../helpers/account-steps.ts';
import { engine, engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

/** SQLite has one writer at a time, so no two transactions can wait for each other. */
describe.skipIf(engineMissing || engine !== 'postgres')('a changed email address at the same time', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  /** Runs `first`, then the request until it waits for a lock of the transaction, then `second`. */
  async function runDuring(
    first: (trx: Db) => Promise<unknown>,
    request: () => Promise<LightMyRequestResponse>,
    second: (trx: Db) => Promise<unknown>,
  ): Promise<LightMyRequestResponse> {
    const { db } = portal.database;
    const isWaiting = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(1);
    };
    let answer: Promise<LightMyRequestResponse> | undefined;
    await db.transaction().execute(async (trx) => {
      await first(trx);
      answer = request();
      await vi.waitFor(isWaiting, { interval: 5, timeout: 10_000 });
      await second(trx);
    });
    return answer!;
  }

  test('makes a password reset wait before it locks its link', async () => {
    const email = 'cirrus@teapot.example';
    const browser = await portal.signUp(email);
    const { id } = (await findUserByEmail(portal.database.db, email))!;
    const token = await askForReset(portal, browser, email);
    const answer = await runDuring(
      (trx) => changeUser(trx, id, { name: 'Cirrus' }),
      () => setPassword(browser, token, 'Fair-weather-7'),
      (trx) => deleteResetsOf(trx, [email]),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'used-link']);
  });

  test('makes a sign-up with the same address wait before it locks its code', async () => {
    const [before, after] = ['stratus@teapot.example', 'nimbus@teapot.example'];
    await portal.signUp(before);
    const { id } = (await findUserByEmail(portal.database.db, before))!;
    const visitor = await verifiedBrowser(portal, after);
    const answer = await runDuring(
      (trx) => changeEmail(trx, id, before, after),
      () => visitor.post(calls.signUp, signUpForm(after)),
      (trx) => deleteCodesOf(trx, [after]),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'has-account']);
  });
});
