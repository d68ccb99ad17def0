import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { engine, engineMissing } from '../../helpers/database.ts';
import { askForMail, gate, MailEnvironment } from '../../helpers/mail-environment.ts';

const email = 'nimbo@teapot.example';

describe.skipIf(engineMissing)('waiting email', () => {
  let environment: MailEnvironment;
  beforeEach(async () => {
    environment = await MailEnvironment.open();
  });
  afterEach(() => environment.close());

  test('survives a restart', async () => {
    const first = await environment.startPortal();
    await askForMail(first, email);
    await first.mail.drain();
    await first.server.close();
    const smtp = await environment.startServer();
    const second = await environment.startPortal();
    second.clock.pass(5);
    await second.mail.drain();
    expect(smtp.received.map((mail) => mail.to?.[0]?.address)).toEqual([email]);
  });

  test('is sent by another process after the first one died and its claim expired', async () => {
    const first = await environment.startPortal();
    await askForMail(first, email);
    await first.mail.drain();
    await first.server.close();
    const now = first.clock.now();
    // A process that was killed between claiming and sending leaves this row.
    const claimed = { due_at: now, claimed_until: now + 40_000 };
    await environment.database.db.updateTable('mail_queue').set(claimed).execute();
    const smtp = await environment.startServer();
    const second = await environment.startPortal();
    second.clock.pass(39);
    await second.mail.drain();
    expect(smtp.received).toHaveLength(0);
    second.clock.pass(1);
    await second.mail.drain();
    expect(smtp.received).toHaveLength(1);
  });

  test('is sent once although many processes send', async () => {
    const addresses = Array.from({ length: 12 }, (_, index) => `reader-${index}@teapot.example`);
    const portals = [await environment.startPortal(), await environment.startPortal()];
    for (const address of addresses) await askForMail(portals[0]!, address);
    const drainAll = () => Promise.all(portals.map((portal) => portal.mail.drain()));
    await drainAll();
    const smtp = await environment.startServer();
    for (const portal of portals) portal.clock.pass(5);
    const isWaiting = async () => (await environment.queue()).some((row) => row.done_at === null);
    for (let round = 0; round < addresses.length && (await isWaiting()); round++) await drainAll();
    expect(smtp.received.map((mail) => mail.to?.[0]?.address).sort()).toEqual(addresses.toSorted());
  });

  // SQLite runs one statement at a time, so this cannot happen there.
  if (engine === 'postgres')
    test('is claimed by one of two processes at the same moment', async () => {
      const portals = [await environment.startPortal(), await environment.startPortal()];
      await askForMail(portals[0]!, email);
      await portals[0]!.mail.drain();
      const smtp = await environment.startServer();
      const { db } = environment.database;
      const drains = await db.transaction().execute(async (trx) => {
        await sql`select id from mail_queue for update`.execute(trx);
        for (const portal of portals) portal.clock.pass(5);
        const reaching = portals.map((portal) => portal.mail.drain());
        await vi.waitFor(async () => {
          // Another connection is needed, because a transaction does not see later changes.
          const { rows: waiting } = await sql`select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
          expect(waiting.length).toBeGreaterThanOrEqual(2);
        }, 10_000);
        return reaching;
      });
      await Promise.all(drains);
      expect(smtp.received).toHaveLength(1);
    });

  test('that is being sent is finished before the process stops', async () => {
    const { beforeTaking, reached, open } = gate();
    const smtp = await environment.startServer({ beforeTaking });
    const portal = await environment.startPortal();
    await askForMail(portal, email);
    await reached;
    const stopped = portal.server.close();
    open();
    await stopped;
    expect(smtp.received).toHaveLength(1);
    expect((await environment.queue())[0]).toMatchObject({ sealed: null, last_error: null });
  });
});
