import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import { openBrowser } from '../../helpers/account-steps.ts';
import { engineMissing, freshDatabase, watched } from '../../helpers/database.ts';
import { MailEnvironment } from '../../helpers/mail-environment.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const known = 'known@teapot.example';
const unknown = 'nobody@teapot.example';

const forget = async (portal: TestPortal, email: string) =>
  (await openBrowser(portal)).post(calls.forgotPassword, { email });

describe.skipIf(engineMissing)(
  'a forgotten password costs the same after the answer, known or unknown',
  () => {
    let environment: MailEnvironment;
    beforeEach(async () => {
      environment = await MailEnvironment.open();
    });
    afterEach(() => environment.close());

    /** Starts a portal with a mail server and one account. */
    async function startWithAccount() {
      const smtp = await environment.startServer();
      const portal = await environment.startPortal();
      const code = async () => {
        await portal.mail.drain();
        return /\b\d{6}\b/.exec(smtp.received.at(-1)?.text ?? '')![0];
      };
      const browser = await openBrowser(portal);
      const sent = await browser.post(calls.sendVerificationCode, { email: known });
      const { verification_token } = sent.json();
      await browser.post(calls.verifyCode, { email: known, code: await code(), verification_token });
      const password = 'Cirrus-9-over-Boston';
      const form = { name: 'Alto', email: known, password, password_confirmation: password };
      expect((await browser.post(calls.signUp, form)).statusCode).toBe(200);
      return { portal, smtp };
    }

    test('the mail server gets as many connections, and only the known address gets a message', async () => {
      const { portal, smtp } = await startWithAccount();
      const calledFor = async (email: string) => {
        const before = [smtp.connections(), smtp.received.length] as const;
        await forget(portal, email);
        await portal.mail.drain();
        return [smtp.connections() - before[0], smtp.received.length - before[1]];
      };
      expect(await calledFor(known)).toEqual([1, 1]);
      expect(await calledFor(unknown)).toEqual([1, 0]);
    });

    test('while the mail server is down, both wait the same', async () => {
      const { portal, smtp } = await startWithAccount();
      await smtp.close();
      for (const email of [known, unknown]) await forget(portal, email);
      await portal.mail.drain();
      const waiting = (await environment.queue()).filter((row) => row.done_at === null);
      expect(waiting).toHaveLength(2);
      for (const row of waiting)
        expect(row).toMatchObject({ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') });
    });

    test('the same queries are made, and the same rows remain', async () => {
      const database = watched(await freshDatabase());
      const portal = await startPortal({}, database);
      await portal.signUp(known);
      const left = () => portal.database.db.selectFrom('mail_queue').selectAll().execute();
      const workFor = async (email: string) => {
        await portal.mail.drain();
        const before = (await left()).length;
        database.statements.length = 0;
        await forget(portal, email);
        await portal.mail.drain();
        // The number and the order of the queue's own queries depend on timing.
        const statements = new Set(database.statements);
        const rows = (await left()).slice(before);
        return {
          statements: [...statements].sort(),
          rows: rows.map(({ id: _id, address_hash: _of, ...row }) => row),
        };
      };
      const knownWork = await workFor(known);
      expect(await workFor(unknown)).toEqual(knownWork);
      expect(knownWork.rows).toMatchObject([{ attempts: 1, sealed: null, last_error: null }]);
      await portal.close();
    });
  },
);
