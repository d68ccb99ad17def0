import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engineMissing } from '../../helpers/database.ts';
import { askForMail, gate, MailEnvironment } from '../../helpers/mail-environment.ts';
import type { TestPortal } from '../../helpers/portal.ts';

const logged = (portal: TestPortal, words: string) =>
  portal.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(words));

const email = 'nimbo@teapot.example';

describe.skipIf(engineMissing)('the mail queue', () => {
  let environment: MailEnvironment;
  beforeEach(async () => {
    environment = await MailEnvironment.open();
  });
  afterEach(() => environment.close());

  test('sends text and HTML through the mail server, from the configured address', async () => {
    const smtp = await environment.startServer();
    const portal = await environment.startPortal();
    await askForMail(portal, email);
    await portal.mail.drain();
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail?.from).toEqual({ address: 'pot@teapot.example', name: 'Teapots' });
    expect(mail?.to).toEqual([{ address: email, name: '' }]);
    expect(mail?.text).toMatch(/\b\d{6}\b/);
    expect(mail?.html).toMatch(/>\d{6}</);
    expect(mail?.html).not.toMatch(/<img(?! src="cid:)|<script|<link|https?:\/\/(?!localhost:3000)/);
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{24}@teapot\.example>$/);
    expect(mail?.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('sends after the response: a slow mail server does not delay it', async () => {
    const { beforeTaking, reached, open } = gate();
    const smtp = await environment.startServer({ beforeTaking });
    const portal = await environment.startPortal();
    await askForMail(portal, email);
    await reached;
    expect(smtp.received).toHaveLength(0);
    await askForMail(portal, 'alto@teapot.example');
    open();
    await portal.mail.drain();
    expect(smtp.received).toHaveLength(2);
  });

  test('sends a code before older notices', async () => {
    const { beforeTaking, reached, open } = gate();
    const smtp = await environment.startServer({ beforeTaking });
    const portal = await environment.startPortal();
    const notices = Array.from({ length: 20 }, (_, index) => `notice-${index}@teapot.example`);
    for (const to of notices) {
      const data = { email: to, name: 'Alto', at: portal.clock.now() };
      await portal.mail.enqueue(portal.database.db, { kind: 'account-deleted', data });
    }
    await reached;
    await askForMail(portal, email);
    open();
    await portal.mail.drain();
    const received = smtp.received.map(({ to }) => to?.[0]?.address);
    expect(received).toHaveLength(21);
    // The code follows only the emails that were already being sent.
    expect(received.indexOf(email)).toBeLessThan(10);
  });

  test('retries with growing delays while the mail server is down, and sends once', async () => {
    const portal = await environment.startPortal();
    await askForMail(portal, email);
    const waits: number[] = [];
    for (let round = 1; round <= 4; round++) {
      portal.clock.pass(waits.at(-1) ?? 0);
      await portal.mail.drain();
      const [row] = await environment.queue();
      expect(row).toMatchObject({
        attempts: round,
        done_at: null,
        last_error: expect.stringContaining('ECONNREFUSED'),
      });
      waits.push((row!.due_at - portal.clock.now()) / 1000);
    }
    expect(waits).toEqual([5, 15, 60, 300]);
    const smtpError = { code: 'ESOCKET', command: 'CONN' };
    expect(logged(portal, 'will retry')).toMatchObject(
      [1, 2, 3, 4].map((attempt) => ({ level: 40, attempt, smtp: smtpError })),
    );
    expect(logged(portal, 'given up')).toEqual([]);
    const smtp = await environment.startServer();
    portal.clock.pass(300);
    await portal.mail.drain();
    expect(smtp.received).toHaveLength(1);
    portal.clock.pass(3600);
    await portal.mail.drain();
    expect(smtp.received).toHaveLength(1);
  });

  test('retries after a failure half-way, with the same message ID', async () => {
    let failures = 1;
    const smtp = await environment.startServer({
      async beforeTaking() {
        if (failures-- > 0) throw new Error('Disk full');
      },
    });
    const portal = await environment.startPortal();
    await askForMail(portal, email);
    await portal.mail.drain();
    const [row] = await environment.queue();
    portal.clock.pass(5);
    await portal.mail.drain();
    expect(smtp.received.map((mail) => mail.messageId)).toEqual([`<${row?.id}@teapot.example>`]);
  });

  test('gives up on a permanently rejected recipient, and erases the message', async () => {
    const smtp = await environment.startServer({ refused: [email] });
    const portal = await environment.startPortal();
    await askForMail(portal, email);
    await askForMail(portal, 'alto@teapot.example');
    const refusedAt = portal.clock.now();
    await portal.mail.drain();
    // The server can disconnect after a rejection: other emails are then retried, this one is not.
    portal.clock.pass(5);
    await portal.mail.drain();
    expect(smtp.received.map((mail) => mail.to?.[0]?.address)).toEqual(['alto@teapot.example']);
    const refused = (await environment.queue()).find((row) => row.last_error?.includes('No such mailbox'));
    expect(refused).toMatchObject({ attempts: 1, sealed: null, done_at: refusedAt });
    expect(logged(portal, 'given up')).toMatchObject([
      { level: 50, mail: refused?.id, attempt: 1, smtp: { command: 'RCPT TO', responseCode: 550 } },
    ]);
    expect(portal.logLines.join('')).not.toMatch(/teapot\.example|No such mailbox/);
  });

  test('does not send an expired code', async () => {
    const portal = await environment.startPortal();
    await askForMail(portal, email);
    await portal.mail.drain();
    portal.clock.pass(10 * 60 + 1);
    const smtp = await environment.startServer();
    await portal.mail.drain();
    expect(smtp.received).toEqual([]);
    expect((await environment.queue())[0]).toMatchObject({ sealed: null, done_at: portal.clock.now() });
  });

  test('keeps an email of a kind that only a newer release knows', async () => {
    const portal = await environment.startPortal();
    // @ts-expect-error This kind of email does not exist.
    await portal.mail.enqueue(environment.database.db, { kind: 'tea-time', data: { email } });
    await portal.mail.drain();
    const [row] = await environment.queue();
    expect(row).toMatchObject({ attempts: 1, done_at: null, last_error: 'No email of kind tea-time' });
    expect(row?.sealed).not.toBeNull();
  });
});
