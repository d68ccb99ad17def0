import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '../../src/urls.ts';
import { openBrowser } from '../helpers/account-steps.ts';
import { engine, engineMissing, freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { startPortal, type TestPortal } from '../helpers/portal.ts';
import { freePort } from '../helpers/postgres.ts';
import { type SmtpOptions, startSmtp, type TestSmtp } from '../helpers/smtp.ts';

const email = 'nimbo@teapot.example';

describe.skipIf(engineMissing)('the mail queue', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let port: number;
  const closing: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    database = await freshDatabase();
    closing.push(() => database.close());
    port = await freePort();
    env = {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Teapots <pot@teapot.example>',
      SECRET_KEY: 's'.repeat(40),
    };
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function start(): Promise<TestPortal> {
    const portal = await startPortal(env, { ...database, ...database.openAgain() });
    closing.push(() => portal.close());
    return portal;
  }

  async function startServer(options: SmtpOptions = {}): Promise<TestSmtp> {
    const smtp = await startSmtp(port, options);
    closing.push(() => smtp.close());
    return smtp;
  }

  const askFor = async (portal: TestPortal, address = email) => {
    const answer = await (await openBrowser(portal)).post(calls.sendVerificationCode, { email: address });
    expect(answer.statusCode).toBe(200);
  };
  const rows = () => database.db.selectFrom('mail_queue').selectAll().execute();

  test('sends text and HTML through the mail server, from the configured address', async () => {
    const smtp = await startServer();
    const portal = await start();
    await askFor(portal);
    await portal.mail.drain();
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail?.from).toEqual({ address: 'pot@teapot.example', name: 'Teapots' });
    expect(mail?.to).toEqual([{ address: email, name: '' }]);
    expect(mail?.text).toMatch(/\b\d{6}\b/);
    expect(mail?.html).toMatch(/>\d{6}</);
    expect(mail?.html).not.toMatch(/<img|<script|<link|https?:\/\/(?!localhost:3000)/);
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{24}@teapot\.example>$/);
    expect(mail?.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('sends after the answer: a slow mail server is not felt', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const smtp = await startServer({
      beforeTaking: () => {
        reached.resolve();
        return gate.promise;
      },
    });
    const portal = await start();
    await askFor(portal);
    await reached.promise;
    expect(smtp.received).toHaveLength(0);
    await askFor(portal, 'alto@teapot.example');
    gate.resolve();
    await portal.mail.drain();
    expect(smtp.received).toHaveLength(2);
  });

  test('waits for a mail server that is down, longer each time, and sends once when it is back', async () => {
    const portal = await start();
    await askFor(portal);
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      await portal.mail.drain();
      const [row] = await rows();
      expect(row).toMatchObject({
        attempts: round + 1,
        done_at: null,
        last_error: expect.stringContaining('ECONNREFUSED'),
      });
      waits.push((row!.due_at - portal.clock.now()) / 1000);
      portal.clock.pass(waits.at(-1)!);
    }
    expect(waits).toEqual([5, 15, 60, 300]);
    const smtp = await startServer();
    await portal.mail.drain();
    expect(smtp.received).toHaveLength(1);
    portal.clock.pass(3600);
    await portal.mail.drain();
    expect(smtp.received).toHaveLength(1);
  });

  test('tries again when the server failed half-way, with the same message id', async () => {
    let failures = 1;
    const smtp = await startServer({
      async beforeTaking() {
        if (failures-- > 0) throw new Error('Disk full');
      },
    });
    const portal = await start();
    await askFor(portal);
    await portal.mail.drain();
    const [row] = await rows();
    portal.clock.pass(5);
    await portal.mail.drain();
    expect(smtp.received.map((mail) => mail.messageId)).toEqual([`<${row?.id}@teapot.example>`]);
  });

  test('gives up on a recipient that is refused for good, and keeps nothing of the message', async () => {
    const smtp = await startServer({ refused: [email] });
    const portal = await start();
    await askFor(portal);
    await askFor(portal, 'alto@teapot.example');
    await portal.mail.drain();
    expect(smtp.received.map((mail) => mail.to?.[0]?.address)).toEqual(['alto@teapot.example']);
    const refused = (await rows()).find((row) => row.last_error !== null);
    expect(refused).toMatchObject({ attempts: 1, sealed: null, done_at: portal.clock.now() });
    expect(refused?.last_error).toContain('No such mailbox');
  });

  test('does not send a code that has run out meanwhile', async () => {
    const portal = await start();
    await askFor(portal);
    await portal.mail.drain();
    portal.clock.pass(10 * 60 + 1);
    const smtp = await startServer();
    await portal.mail.drain();
    expect(smtp.received).toEqual([]);
    expect((await rows())[0]).toMatchObject({ sealed: null, done_at: portal.clock.now() });
  });

  test('survives a restart', async () => {
    const first = await start();
    await askFor(first);
    await first.mail.drain();
    await first.server.close();
    const smtp = await startServer();
    const second = await start();
    second.clock.pass(5);
    await second.mail.drain();
    expect(smtp.received.map((mail) => mail.to?.[0]?.address)).toEqual([email]);
  });

  test('takes over from a process that died while sending, when its time is up', async () => {
    const first = await start();
    await askFor(first);
    await first.mail.drain();
    await first.server.close();
    const now = first.clock.now();
    // What a process leaves behind that was killed between taking the message and handing it on.
    await database.db
      .updateTable('mail_queue')
      .set({ due_at: now, claimed_until: now + 40_000 })
      .execute();
    const smtp = await startServer();
    const second = await start();
    second.clock.pass(39);
    await second.mail.drain();
    expect(smtp.received).toHaveLength(0);
    second.clock.pass(1);
    await second.mail.drain();
    expect(smtp.received).toHaveLength(1);
  });

  test('is worked on by many at once, and every message is sent once', async () => {
    const addresses = Array.from({ length: 12 }, (_, index) => `reader-${index}@teapot.example`);
    const portals = [await start(), await start()];
    for (const address of addresses) await askFor(portals[0]!, address);
    await Promise.all(portals.map((portal) => portal.mail.drain()));
    for (const portal of portals) portal.clock.pass(5);
    const smtp = await startServer();
    for (
      let round = 0;
      round < addresses.length && (await rows()).some((row) => row.done_at === null);
      round++
    ) {
      await Promise.all(portals.map((portal) => portal.mail.drain()));
    }
    expect(smtp.received.map((mail) => mail.to?.[0]?.address).sort()).toEqual(addresses.toSorted());
  });

  // SQLite runs one statement at a time: there is no such moment.
  if (engine === 'postgres')
    test('goes to one of two who reach for it in the same moment', async () => {
      const portals = [await start(), await start()];
      await askFor(portals[0]!);
      await portals[0]!.mail.drain();
      for (const portal of portals) portal.clock.pass(5);
      const smtp = await startServer();
      const drains = await database.db.transaction().execute(async (trx) => {
        await sql`select id from mail_queue for update`.execute(trx);
        const reaching = portals.map((portal) => portal.mail.drain());
        await vi.waitFor(async () => {
          const { rows: waiting } = await sql`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
          expect(waiting.length).toBeGreaterThanOrEqual(2);
        });
        return reaching;
      });
      await Promise.all(drains);
      expect(smtp.received).toHaveLength(1);
    });

  test('lets the message under way finish before it stops', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const smtp = await startServer({
      beforeTaking: () => {
        reached.resolve();
        return gate.promise;
      },
    });
    const portal = await start();
    await askFor(portal);
    await reached.promise;
    const stopped = portal.server.close();
    gate.resolve();
    await stopped;
    expect(smtp.received).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ sealed: null, last_error: null });
  });
});
