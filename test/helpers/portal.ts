import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Email } from 'postal-mime';
import type { PasswordCost } from '../../src/accounts/passwords.ts';
import { createApp } from '../../src/app.ts';
import { loadSite, type Site } from '../../src/content/site.ts';
import type { DocumentNetwork } from '../../src/oauth/client-documents.ts';
import { type Config, readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { root } from '../../src/platform/root.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { hostsOf } from '../../src/site/hosts.ts';
import { renderPages } from '../../src/site/pages.ts';
import { calls } from '../../src/urls.ts';
import { Browser } from './browser.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { createOutboxReader } from './outbox.ts';

export const goodPassword = 'Cirrus-9-over-Boston';

/** Real hashing is slow on purpose, and most tests are about something else. */
export const quickHashes: PasswordCost = { memory: 64, passes: 1 };

type App = Awaited<ReturnType<typeof createApp>>;

export interface TestPortal extends App {
  database: TestDatabase;
  config: Config;
  site: Site;
  clock: Clock;
  logLines: string[];
  browser(): Browser;
  /** Sends queued emails and returns all so far, oldest first. */
  mails(): Promise<Email[]>;
  /** Returns a browser that is signed in with a new account. */
  signUp(email?: string): Promise<Browser>;
  close(): Promise<void>;
}

/** Tests move this clock by hand. */
export class Clock {
  #now = Date.parse('2026-03-14T15:09:26Z');
  now = () => this.#now;
  pass(seconds: number) {
    this.#now += seconds * 1000;
  }
}

const sillyContent = 'test/fixtures/content';
/** The real content has all pages, parameters and tools. */
export const realContent = 'content';

/** Starts the whole portal on a new database, with its own clock. */
export async function startPortal(
  env: Record<string, string> = {},
  database?: TestDatabase,
  content = sillyContent,
  documentNetwork?: DocumentNetwork,
): Promise<TestPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-data-'));
  const clock = new Clock();
  const logLines: string[] = [];
  const config = readConfig({
    DATA_DIR: dataDir,
    CONTENT_DIR: join(root, content),
    SECRET_KEY: randomSecret(),
    RATE_LIMIT_FACTOR: '1000',
    ...env,
  });
  const { hosts, sandbox } = hostsOf(config);
  const site = loadSite(config.contentDir, hosts, { sandbox });
  const pages = renderPages(
    { site, publicUrl: config.publicUrl, landingMap: undefined },
    {
      assets: { script: '/main.js' },
      renderBody: (props) => `<main>${props.path}</main>`,
    },
  );
  const owned = database ?? (await freshDatabase());
  const log = createLog(
    'info',
    new Writable({
      write(line: Buffer, _encoding, done) {
        logLines.push(String(line));
        done();
      },
    }),
  );
  const app = await createApp({
    config,
    database: owned,
    site,
    pages,
    mountAssets: () => {},
    log,
    now: clock.now,
    passwordCost: quickHashes,
    documentNetwork,
  });
  await app.server.ready();

  const readOutbox = createOutboxReader(config.dataDir);
  const mails = async () => {
    await app.mail.drain();
    return readOutbox();
  };
  let people = 0;
  const portal: TestPortal = {
    ...app,
    database: owned,
    config,
    site,
    clock,
    logLines,
    browser: () => new Browser(app.server),
    mails: () => mails().catch(() => []),
    async signUp(email = `person-${++people}@example.com`) {
      const browser = portal.browser();
      await browser.open();
      const { verification_token } = (await browser.post(calls.sendVerificationCode, { email })).json();
      const own = (await portal.mails()).filter((mail) => mail.to?.[0]?.address === email);
      // Codes are sent before notices, which may arrive later even if they were queued first.
      const code = own.map(codeIn).findLast((found) => found !== '') ?? '';
      await browser.post(calls.verifyCode, { email, code, verification_token });
      const answer = await browser.post(calls.signUp, {
        name: 'Alto Cumulus',
        email,
        password: goodPassword,
        password_confirmation: goodPassword,
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return browser;
    },
    async close() {
      await app.server.close();
      await owned.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return portal;
}

export const codeIn = (mail: Email) => /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
export const resetTokenIn = (mail: Email) => /reset_password_token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
