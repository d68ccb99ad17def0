import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KeyCode, keyCodes, maxKeysPerPerson } from '../../../src/keys/contract.ts';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('errors of key calls have a code', () => {
  let portal: TestPortal;
  let browser: Browser;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const create = (body: object) => browser.post(calls.apiTokens, body);
  const rename = async (changes: object) => {
    const { id, name, external_id } = await createKey(browser);
    return browser.put(calls.apiToken(id), { name, external_id, ...changes });
  };

  const rotate = async (password: string, id?: string) =>
    browser.post(calls.rotateToken(id ?? (await createKey(browser)).id), { overlap: '1h', password });

  const setExpiry = (id: string, expires_at: string) => browser.put(calls.tokenExpiry(id), { expires_at });
  const ask = (key_id: string, purpose = 'Research') =>
    browser.post(calls.accessRequests, { key_id, purpose, volume: '' });
  const iso = (time: number) => new Date(time).toISOString();
  const day = 24 * 3600 * 1000;

  const refusals: [KeyCode, string, () => Promise<LightMyRequestResponse>][] = [
    ['no-key-name', 'a key without a name', () => create({ name: ' ' })],
    ['no-key-name', 'a name taken away', () => rename({ name: ' ' })],
    ['long-key-name', 'a key with a long name', () => create({ name: 'x'.repeat(101) })],
    ['long-key-name', 'a name made long', () => rename({ name: 'x'.repeat(101) })],
    ['bad-lifetime', 'a lifetime that is not offered', () => create({ name: 'Vane', expires_in_days: 31 })],
    ['other-client-id', 'a changed client ID', () => rename({ external_id: 'wbc_another' })],
    [
      'all-keys-used',
      'one key too many',
      async () => {
        for (let count = 0; count < maxKeysPerPerson; count++) await createKey(browser);
        return create({ name: 'Sixth' });
      },
    ],
    [
      'suspended',
      'a key of somebody who is suspended',
      async () => {
        await operatorOf(portal).suspend('suspended@example.com');
        return create({ name: 'Vane' });
      },
    ],
    [
      'rotation-open',
      'a second rotation',
      async () => {
        const key = await createKey(browser);
        await rotate(goodPassword, key.id);
        return rotate(goodPassword, key.id);
      },
    ],
    [
      'no-rotation',
      'an end of an old secret that is none',
      async () => browser.post(calls.revokeOldSecret((await createKey(browser)).id), {}),
    ],
    [
      'no-rotation',
      'a new secret that is none',
      async () =>
        browser.post(calls.discardNewSecret((await createKey(browser)).id), { password: goodPassword }),
    ],
    [
      'expired-key',
      'a later end for a key that has ended',
      async () => {
        const key = await createKey(browser, { name: 'Vane', expires_in_days: 30 });
        await operatorOf(portal).expire(key.external_id, iso(portal.clock.now() - 1000));
        return setExpiry(key.id, iso(portal.clock.now() + day));
      },
    ],
    [
      'bad-expiry',
      'an end in the past',
      async () => setExpiry((await createKey(browser)).id, iso(portal.clock.now() - day)),
    ],
    ['bad-expiry', 'an end that is no time', async () => setExpiry((await createKey(browser)).id, 'never')],
    [
      'late-expiry',
      'an end after more than a year',
      async () => setExpiry((await createKey(browser)).id, iso(portal.clock.now() + 366 * day)),
    ],
    [
      'has-access',
      'a request for a key that has all access',
      async () => {
        const key = await createKey(browser);
        await operatorOf(portal).grant(key.external_id, 'all_access');
        return ask(key.id);
      },
    ],
    [
      'request-open',
      'a second request',
      async () => {
        const key = await createKey(browser);
        await ask(key.id);
        return ask(key.id);
      },
    ],
    ['no-purpose', 'a request without words', async () => ask((await createKey(browser)).id, ' \u202e ')],
    [
      'long-request',
      'a request with too many words',
      async () => ask((await createKey(browser)).id, 'x'.repeat(1001)),
    ],
  ];
  let people = 0;
  const emailFor = (code: KeyCode) =>
    code === 'suspended' ? 'suspended@example.com' : `${code}-${++people}@example.com`;
  const conflicts: KeyCode[] = ['rotation-open', 'no-rotation', 'request-open'];

  test.each(refusals)('%s: %s', async (code, _, refused) => {
    browser = await portal.signUp(emailFor(code));
    const answer = await refused();
    expect([answer.statusCode, answer.json().code]).toEqual([conflicts.includes(code) ? 409 : 422, code]);
  });

  test('every code of the contract is the error of some call', () => {
    expect([...new Set(refusals.map(([code]) => code))].sort()).toEqual([...keyCodes].sort());
  });
});
