import { calls } from '../../src/urls.ts';
import { openBrowser } from './account-steps.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { startPortal, type TestPortal } from './portal.ts';
import { freePort } from './postgres.ts';
import { type SmtpOptions, startSmtp, type TestSmtp } from './smtp.ts';

/** A database, portals on it, and a mail server that starts when a test says so. */
export class MailEnvironment {
  readonly database: TestDatabase;
  readonly #port: number;
  readonly #closing: (() => Promise<unknown>)[] = [];

  private constructor(database: TestDatabase, port: number) {
    this.database = database;
    this.#port = port;
    this.#closing.push(() => database.close());
  }

  static async open(): Promise<MailEnvironment> {
    return new MailEnvironment(await freshDatabase(), await freePort());
  }

  /** Starts a portal that shares only the database. Every SMTP address leads to the same mail server. */
  async startPortal({ scheme = 'smtp', host = '127.0.0.1', query = '' } = {}): Promise<TestPortal> {
    const env = {
      SMTP_URL: `${scheme}://${host}:${this.#port}${query && `/${query}`}`,
      MAIL_FROM: 'Teapots <pot@teapot.example>',
      SECRET_KEY: 's'.repeat(40),
    };
    const portal = await startPortal(env, { ...this.database, ...this.database.openAgain() });
    this.#closing.push(() => portal.close());
    return portal;
  }

  async startServer(options: SmtpOptions = {}): Promise<TestSmtp> {
    const smtp = await startSmtp(this.#port, options);
    this.#closing.push(() => smtp.close());
    return smtp;
  }

  queue() {
    return this.database.db.selectFrom('mail_queue').selectAll().execute();
  }

  async close(): Promise<void> {
    for (const close of this.#closing.reverse()) await close();
  }
}

/** Requests a verification code, which queues an email. */
export async function askForMail(portal: TestPortal, email: string): Promise<void> {
  const answer = await (await openBrowser(portal)).post(calls.sendVerificationCode, { email });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** Blocks the mail server until it is opened. `reached` resolves when a message waits. */
export function gate() {
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const beforeTaking = () => {
    reached.resolve();
    return opened.promise;
  };
  return { beforeTaking, reached: reached.promise, open: opened.resolve };
}
