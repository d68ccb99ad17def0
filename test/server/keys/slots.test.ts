import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, listKeys, startBeside } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('five keys a person', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const create = (browser: Browser, name: string) => browser.post(calls.apiTokens, { name });
  const error = 'All keys used. Expired keys count too: delete one, or write to the data team';
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `Key ${index}`);

  test('a sixth is refused with the reason', async () => {
    const browser = await portal.signUp();
    for (const name of numbers(5)) await createKey(browser, { name });
    const answer = await create(browser, 'Sixth');
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { success: false, code: 'all-keys-used', error, errors: [error] },
    ]);
    expect((await listKeys(browser)).map(({ name }) => name)).toEqual(numbers(5));
  });

  test('a deleted key makes room for another', async () => {
    const browser = await portal.signUp();
    const keys = [];
    for (const name of numbers(5)) keys.push(await createKey(browser, { name }));
    await browser.delete(calls.apiToken(keys[2]!.id));
    expect((await create(browser, 'New')).statusCode).toBe(201);
    expect((await create(browser, 'Newer')).statusCode).toBe(422);
    expect(await listKeys(browser)).toHaveLength(5);
  });

  test('one of twenty parallel requests succeeds if four keys exist', async () => {
    const browser = await portal.signUp();
    for (const name of numbers(4)) await createKey(browser, { name });
    const answers = await Promise.all(numbers(20).map((name) => create(browser, name)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array(19).fill(422)]);
    for (const answer of answers)
      if (answer.statusCode === 422) expect(answer.json().errors).toEqual([error]);
    expect(await listKeys(browser)).toHaveLength(5);
  });

  test('five of twenty parallel requests succeed over two processes if no key exists', async () => {
    const browser = await portal.signUp();
    const second = await startBeside(portal);
    const twin = second.browser();
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    twin.csrf = browser.csrf;
    // SQLite has one writer, and both share a thread, so they take turns there.
    const turns = portal.database.engine === 'postgres' ? [[browser, twin]] : [[browser], [twin]];
    const answers = [];
    for (const browsers of turns) {
      const each = 20 / (turns.length * browsers.length);
      answers.push(
        ...(await Promise.all(browsers.flatMap((one) => numbers(each).map((name) => create(one, name))))),
      );
    }
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([
      ...Array(5).fill(201),
      ...Array(15).fill(422),
    ]);
    expect(await listKeys(browser)).toHaveLength(5);
    await second.close();
  });

  test("another person's keys don't count", async () => {
    const [one, other] = [await portal.signUp(), await portal.signUp()];
    for (const name of numbers(5)) await createKey(one, { name });
    expect((await create(other, 'First')).statusCode).toBe(201);
  });
});
