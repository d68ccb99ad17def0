import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAccessRequests } from '../../../src/keys/access-requests.ts';
import { calls } from '../../../src/urls.ts';
import { lastMailTo } from '../../helpers/account-steps.ts';
import { runAdmin } from '../../helpers/admin.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engine, engineMissing } from '../../helpers/database.ts';
import { answersOf, createKey, operatorOf, startBeside } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const operatorMail = 'operator@teapot.example';
const hour = 3600;

const ask = (browser: Browser, key_id: string, purpose = 'Cloud research') =>
  browser.post(calls.accessRequests, { key_id, purpose, volume: '500 calls a day' });
const list = async (browser: Browser) => (await browser.get(calls.accessRequests)).json().requests;

describe.skipIf(engineMissing)('a request for all access', () => {
  let portal: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  /** The operator's commands use the real clock. */
  const catchUp = () => portal.clock.pass((Date.now() - portal.clock.now()) / 1000 + 1);

  async function askingPerson(purpose?: string) {
    const email = `asker-${++people}@teapot.example`;
    const browser = await portal.signUp(email);
    const key = await createKey(browser, { name: `Vane ${people}` });
    const answer = await ask(browser, key.id, purpose);
    expect(answer.statusCode).toBe(201);
    // Earlier emails arrive before the next one.
    await portal.mails();
    return { email, browser, key, id: answer.json().request.id as string };
  }

  test('is listed for the person and the operator, cleaned and in one line', async () => {
    const { browser, key, email } = await askingPerson('Storms\r\nBcc: a@b.c\u001b[2J \u202eevil');
    expect(await list(browser)).toMatchObject([
      { state: 'open', key_id: key.id, purpose: 'Storms Bcc: a@b.c [2J evil', volume: '500 calls a day' },
    ]);
    const { stdout } = await runAdmin(portal, ['requests', '--json']);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ client_id: key.external_id, email, purpose: 'Storms Bcc: a@b.c [2J evil' }),
    );
  });

  test('is one per person, however many are sent at once', async () => {
    const browser = await portal.signUp();
    const keys = [await createKey(browser), await createKey(browser)];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(browser, keys[index % 2]!.id)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("for another person's key or request answers as if it did not exist", async () => {
    const { browser, key, id } = await askingPerson();
    const other = await portal.signUp();
    expect((await ask(other, key.id)).statusCode).toBe(404);
    expect((await ask(other, '../x')).statusCode).toBe(404);
    for (const each of [id, '0123456789abcdef01234567', '%00'])
      expect((await other.delete(`${calls.accessRequests}/${each}`)).statusCode).toBe(404);
    expect(await list(other)).toEqual([]);
    expect(await list(browser)).toMatchObject([{ state: 'open' }]);
  });

  test('can be withdrawn, and another one sent', async () => {
    const { browser, key, id } = await askingPerson();
    expect((await browser.delete(calls.accessRequest(id))).statusCode).toBe(200);
    expect((await browser.delete(calls.accessRequest(id))).statusCode).toBe(404);
    expect((await ask(browser, key.id)).statusCode).toBe(201);
    expect((await list(browser)).map(({ state }: { state: string }) => state).sort()).toEqual([
      'open',
      'withdrawn',
    ]);
  });

  test('that is granted gives the role, and is emailed, shown and in the audit', async () => {
    const { email, browser, key } = await askingPerson();
    const { status } = await runAdmin(portal, ['grant', key.external_id, 'all_access']);
    expect(status).toBe(0);
    expect(await list(browser)).toMatchObject([{ state: 'granted' }]);
    catchUp();
    expect((await lastMailTo(portal, email))?.subject).toContain('Your key has all access');
    const events = await operatorOf(portal).audit(['event=key-granted']);
    expect(events).toContainEqual(
      expect.objectContaining({ actor: expect.stringMatching(/^operator ./), target: key.external_id }),
    );
  });

  test('that is declined says why, in the mail and on the page, and changes nothing', async () => {
    const { email, browser, key } = await askingPerson();
    const words = ['Please', 'write', 'to', 'the', 'data', 'team'];
    const { status } = await runAdmin(portal, ['decline', key.external_id, ...words]);
    expect(status).toBe(0);
    expect(await list(browser)).toMatchObject([{ state: 'declined', reason: words.join(' ') }]);
    catchUp();
    expect((await lastMailTo(portal, email))?.text).toContain(words.join(' '));
    const again = await runAdmin(portal, ['decline', key.external_id, 'Twice']);
    expect([again.status, again.stderr.trim()]).toEqual([
      2,
      `No open request for client ID ${key.external_id}`,
    ]);
    const [kept] = (await browser.get(calls.apiTokens)).json().tokens;
    expect(kept.roles).toEqual(['free_user']);
  });

  test('is withdrawn with its key, by the owner and by the operator', async () => {
    const { browser, key } = await askingPerson();
    await browser.delete(calls.apiToken(key.id));
    expect(await list(browser)).toMatchObject([{ state: 'withdrawn', key_id: null }]);
    const second = await askingPerson();
    await operatorOf(portal).revoke(second.key.external_id);
    expect(await list(second.browser)).toMatchObject([{ state: 'withdrawn', key_id: null }]);
  });

  test('of several answers at once only one counts', async () => {
    const { email, key } = await askingPerson();
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => answersOf(portal).decline(key.external_id, `Reason ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const mails = (await portal.mails()).filter((mail) => mail.to?.[0]?.address === email);
    expect(mails.filter(({ subject }) => subject?.includes('declined'))).toHaveLength(1);
  });
});

describe.skipIf(engineMissing)("the operator's mailbox", () => {
  const portals: TestPortal[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const portal of portals.splice(0).reverse()) await portal.close();
  });
  const start = async (env: Record<string, string> = {}) => {
    const portal = await startPortal({ OPERATOR_MAIL: operatorMail, ...env });
    portals.push(portal);
    return portal;
  };
  const digests = async (portal: TestPortal) =>
    (await portal.mails()).filter((mail) => mail.to?.[0]?.address === operatorMail);
  const askAsNewPerson = async (portal: TestPortal, email?: string) => {
    const browser = await portal.signUp(email);
    expect((await ask(browser, (await createKey(browser)).id)).statusCode).toBe(201);
  };

  const tell = ({ database, mail, clock }: TestPortal) =>
    createAccessRequests({ db: database.db, mail, operatorMail, now: clock.now }).sendDigest();

  test('gets one digest an hour from any number of requests and processes; the next one lists all', async () => {
    const portal = await start();
    const beside = await startBeside(portal, { OPERATOR_MAIL: operatorMail });
    portals.push(beside);
    const round = async () => {
      // Two connections to one file within one process would wait for each other.
      if (engine === 'sqlite') for (const each of [portal, beside]) await tell(each);
      else await Promise.all([portal, beside, portal, beside].map(tell));
      return digests(portal);
    };
    const passHour = () => [portal, beside].forEach((each) => void each.clock.pass(hour));
    await askAsNewPerson(portal);
    portal.clock.pass(1);
    beside.clock.pass(1);
    await askAsNewPerson(portal);
    expect(await round()).toHaveLength(1);
    passHour();
    const second = await round();
    expect(second).toHaveLength(2);
    expect(second.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('2 requests for all access'),
    );
    passHour();
    expect(await round()).toHaveLength(2);
  });

  test.each([
    [{}, 'npm run -s admin --'],
    [{ ADMIN_COMMAND: 'docker exec portal-1 admin' }, 'docker exec portal-1 admin'],
  ])('reads the commands that work where the portal runs: %j', async (env, program) => {
    const portal = await start(env);
    await askAsNewPerson(portal);
    const [digest] = await digests(portal);
    for (const command of ['requests', 'grant <client ID> all_access', 'decline <client ID> <reason>'])
      expect(digest!.text!.split('\n')).toContain(`    ${program} ${command}`);
  });

  test('gets early requests in a later digest', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const portal = await start();
    await askAsNewPerson(portal);
    portal.clock.pass(1);
    await askAsNewPerson(portal);
    portal.clock.pass(hour);
    await vi.advanceTimersByTimeAsync(10 * 60 * 1000);
    await vi.waitFor(async () => expect(await digests(portal)).toHaveLength(2), { timeout: 10_000 });
  });

  test('gets a request of a process whose clock is behind that of the last digest', async () => {
    const portal = await start();
    await askAsNewPerson(portal);
    expect(await digests(portal)).toHaveLength(1);
    const behind = await startBeside(portal, { OPERATOR_MAIL: operatorMail });
    portals.push(behind);
    behind.clock.pass(-30);
    await askAsNewPerson(behind, 'behind@example.com');
    portal.clock.pass(hour);
    await tell(portal);
    expect(await digests(portal)).toHaveLength(2);
  });

  test("shows people's text as plain text", async () => {
    const portal = await start();
    const browser = await portal.signUp();
    const key = await createKey(browser, { name: '<img src=x onerror=alert(1)>' });
    await ask(browser, key.id, '<script>alert(1)</script>');
    const [mail] = await digests(portal);
    expect(mail!.text).toContain('<script>alert(1)</script>');
    expect(mail!.html).not.toMatch(/<script|<img(?! src="cid:)/);
  });

  test('gets nothing if OPERATOR_MAIL is not set: requests wait to be listed', async () => {
    const portal = await start({ OPERATOR_MAIL: '' });
    await askAsNewPerson(portal);
    expect(await digests(portal)).toEqual([]);
    expect(await answersOf(portal).listOpen()).toHaveLength(1);
  });
});
