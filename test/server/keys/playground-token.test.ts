import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken, PlaygroundToken } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { basic, createKey, verify } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)("a token for the owner's own page", () => {
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp();
    key = await createKey(browser);
  });
  afterAll(() => portal.close());

  const mint = async (): Promise<PlaygroundToken> => {
    const answer = await browser.post(calls.playgroundToken(key.id), {});
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.body).not.toContain(key.token);
    return answer.json();
  };
  const status = async ({ client_id, token }: PlaygroundToken) =>
    (await verify(portal, basic(client_id, token))).statusCode;

  test('has the access of the key for five minutes, and no longer', async () => {
    const minted = await mint();
    expect(Object.keys(minted)).toEqual(['client_id', 'token', 'expires_at']);
    expect(Date.parse(minted.expires_at) - portal.clock.now()).toBe(300_000);
    expect(await status(minted)).toBe(200);
    portal.clock.pass(299);
    expect(await status(minted)).toBe(200);
    portal.clock.pass(1);
    expect(await status(minted)).toBe(403);
  });

  test('is signed with the newest secret, and ends with the key', async () => {
    await browser.post(calls.rotateToken(key.id), { overlap: '1h', password: goodPassword });
    await browser.post(calls.revokeOldSecret(key.id), {});
    const minted = await mint();
    expect(await status(minted)).toBe(200);
    await browser.delete(calls.apiToken(key.id));
    expect(await status(minted)).toBe(403);
    key = await createKey(browser);
  });

  test('is created for the owner alone, needs the CSRF token, and leaves a record', async () => {
    const path = calls.playgroundToken(key.id);
    expect((await (await portal.signUp()).post(path, {})).statusCode).toBe(404);
    expect((await portal.browser().post(path, {})).statusCode).toBe(403);
    const logged = portal.logLines.length;
    await mint();
    const records = portal.logLines.slice(logged).flatMap((line) => JSON.parse(line).security ?? []);
    expect(records).toMatchObject([{ event: 'playground-token', outcome: 'ok', target: key.external_id }]);
  });

  test('is made 60 times an hour', async () => {
    browser = await portal.signUp();
    key = await createKey(browser);
    for (let made = 0; made < 60; made++) await mint();
    expect((await browser.post(calls.playgroundToken(key.id), {})).statusCode).toBe(429);
  });
});
