import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engineMissing } from '../../helpers/database.ts';
import { askForMail, MailEnvironment } from '../../helpers/mail-environment.ts';

const email = 'nimbo@teapot.example';
/** This address is the local machine, but does not look like it. */
const elsewhere = '0.0.0.0';

describe.skipIf(engineMissing)('a mail server that cannot encrypt', () => {
  let environment: MailEnvironment;
  beforeEach(async () => {
    environment = await MailEnvironment.open();
  });
  afterEach(() => environment.close());

  async function sentTo(place: { scheme?: string; host: string }) {
    const smtp = await environment.startServer();
    const portal = await environment.startPortal(place);
    await askForMail(portal, email);
    await portal.mail.drain();
    return { received: smtp.received.length, connections: smtp.connections(), portal };
  }

  test('gets no email: the message waits', async () => {
    const { received, connections } = await sentTo({ host: elsewhere });
    expect([received, connections]).toEqual([0, 1]);
    const [row] = await environment.queue();
    expect(row).toMatchObject({ done_at: null, last_error: expect.stringMatching(/TLS/) });
  });

  test('gets no email either if the URL asks for no encryption', async () => {
    const smtp = await environment.startServer();
    const portal = await environment.startPortal({
      host: elsewhere,
      query: '?requireTLS=false&ignoreTLS=true&opportunisticTLS=true&secure=false',
    });
    await askForMail(portal, email);
    await portal.mail.drain();
    expect([smtp.received.length, smtp.connections()]).toEqual([0, 1]);
  });

  test('gets email if SMTP_URL allows it, and the start prints a note', async () => {
    const { received, portal } = await sentTo({ scheme: 'smtp+insecure', host: elsewhere });
    expect(received).toBe(1);
    expect(portal.mailDestination).toMatch(/^smtp\+insecure:\/\/0\.0\.0\.0:\d+ {2}\(unencrypted/);
  });

  test('gets email if it runs on this machine', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST']) {
      const { received, portal } = await sentTo({ host });
      expect([host, received]).toEqual([host, 1]);
      expect(portal.mailDestination).not.toContain('clear text');
      await environment.close();
      environment = await MailEnvironment.open();
    }
  });
});
