import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, startBeside } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const email = 'nimbo@teapot.example';

describe.skipIf(engineMissing)('the emails about new keys', () => {
  let portal: TestPortal;
  let second: TestPortal;
  let browser: Browser;
  let twin: Browser;
  beforeEach(async () => {
    portal = await startPortal();
    browser = await portal.signUp(email);
    second = await startBeside(portal);
    twin = second.browser();
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    twin.csrf = browser.csrf;
  });
  afterEach(async () => {
    await second.close();
    await portal.close();
  });

  const pass = (seconds: number) => {
    portal.clock.pass(seconds);
    second.clock.pass(seconds);
  };
  const create = (name: string, from = browser) => createKey(from, { name });
  const names = ['Anvil', 'Bora', 'Cirrus', 'Dew', 'Eddy'];

  /** Lists the names of the keys in each email, in the order of sending. */
  async function mailed(): Promise<string[][]> {
    return (await portal.mails())
      .filter(({ subject }) => subject?.includes('new API key'))
      .map(({ text = '' }) => names.filter((name) => text.includes(name)));
  }

  test('the first is mailed at once, those of the next minute together, and the next again at once', async () => {
    await create('Anvil');
    expect(await mailed()).toEqual([['Anvil']]);
    pass(20);
    await create('Bora', twin);
    pass(20);
    await create('Cirrus');
    pass(19);
    await create('Dew', twin);
    expect(await mailed()).toEqual([['Anvil']]);
    pass(1);
    expect(await mailed()).toEqual([['Anvil'], ['Bora', 'Cirrus', 'Dew']]);
    const [together] = (await portal.mails()).slice(-1);
    expect(together?.subject).toContain('You have 3 new API keys');
    await create('Eddy');
    expect((await mailed()).at(-1)).toEqual(['Eddy']);
  });

  test('each key is in one email if many are created at the same moment on two processes', async () => {
    await create('Anvil');
    // SQLite has one writer, so the processes of a test take turns there.
    const turns =
      portal.database.engine === 'postgres' ? [names.slice(1)] : names.slice(1).map((name) => [name]);
    for (const together of turns)
      await Promise.all(together.map((name, index) => create(name, index % 2 ? twin : browser)));
    // An email that is being sent must not look like one with an expired claim.
    await mailed();
    pass(60);
    expect((await mailed()).flat().sort()).toEqual(names);
  });

  test('a key of the minute is not lost if a process dies while it sends the email of the others', async () => {
    await create('Anvil');
    await create('Bora');
    await mailed();
    // A process with a clock that is ahead claims the row, and is killed before it sends.
    const claimed = { claimed_until: portal.clock.now() + 40_000, attempts: 1 };
    const { db } = portal.database;
    await db.updateTable('mail_queue').set(claimed).where('done_at', 'is', null).execute();
    pass(1);
    await create('Cirrus');
    expect(await mailed()).toEqual([['Anvil'], ['Cirrus']]);
    await create('Dew', twin);
    pass(60);
    expect((await mailed()).flat().sort()).toEqual(['Anvil', 'Bora', 'Cirrus', 'Dew']);
  });

  test('nothing is left of them after the account is deleted', async () => {
    await create('Anvil');
    await create('Bora');
    // The first email is out before the rest is erased.
    expect(await mailed()).toEqual([['Anvil']]);
    await portal.database.db.transaction().execute((trx) => portal.mail.erase(trx, [email]));
    pass(60);
    expect(await mailed()).toEqual([['Anvil']]);
  });
});
