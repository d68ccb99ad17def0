import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, listKeys, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)("another person's key", () => {
  let portal: TestPortal;
  let owner: Browser;
  let other: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    owner = await portal.signUp();
    other = await portal.signUp();
    key = await createKey(owner, { name: 'Heirloom' });
  });
  afterAll(() => portal.close());

  const unknownId = '0123456789abcdef01234567';
  const told = (answer: Awaited<ReturnType<Browser['get']>>) => {
    const { date: _date, 'set-cookie': _cookie, ...headers } = answer.headers;
    return { status: answer.statusCode, body: answer.body, headers };
  };

  test('is not in the list', async () => {
    expect(await listKeys(other)).toEqual([]);
  });

  test.each([
    [
      'renaming',
      (id: string) => other.put(calls.apiToken(id), { name: 'Mine', external_id: key.external_id }),
    ],
    [
      'renaming with a wrong client ID',
      (id: string) => other.put(calls.apiToken(id), { name: 'Mine', external_id: 'x' }),
    ],
    [
      'renaming to nothing',
      (id: string) => other.put(calls.apiToken(id), { name: ' ', external_id: key.external_id }),
    ],
    ['deleting', (id: string) => other.delete(calls.apiToken(id))],
  ])('answers %s as a key that does not exist does, and stays as it is', async (_, attempt) => {
    const [foreign, unknown] = [await attempt(key.id), await attempt(unknownId)];
    expect(told(foreign)).toEqual(told(unknown));
    expect([foreign.statusCode, foreign.json()]).toEqual([
      404,
      { success: false, code: 'not-found', error: 'Not found', errors: ['Not found'] },
    ]);
    const { token: _secret, ...kept } = key;
    const now = {
      secrets: [expect.objectContaining({ id: kept.secrets[0]!.id, ends_at: null })],
      usage: expect.anything(),
    };
    expect(await listKeys(owner)).toEqual([{ ...kept, ...now }]);
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
  });

  test.each([
    ['a zero byte', '%00'],
    ['SQL', '%27%20or%201=1--'],
    ['a pattern', '%25'],
    ['a path', '..%2f..'],
    ['a picture', '%F0%9F%8C%A9'],
    ['190 letters', 'a'.repeat(190)],
  ])('is not reached by %s for an id', async (_, id) => {
    for (const browser of [owner, other]) {
      const headers = { 'x-csrf-token': browser.csrf };
      const answer = await browser.send({ method: 'DELETE', url: `${calls.apiTokens}/${id}`, headers });
      expect(answer.statusCode).toBe(404);
    }
    expect(await listKeys(owner)).toHaveLength(1);
  });
});
