import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDenialCounter } from '../../../src/gateway/call-counters.ts';
import { type CreatedApiToken, denialCauses, type KeyDenial } from '../../../src/keys/contract.ts';
import { newSecret } from '../../../src/keys/key-secrets.ts';
import { createLog } from '../../../src/platform/log.ts';
import { api, calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { basic, createKey, freePath, operatorOf, verify, withSecret, withToken } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

/** The only endpoint of the test's documentation. */
const documented = `${api}/teapots`;

describe.skipIf(engineMissing)('what the owner of a key reads about its calls', () => {
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    browser = await portal.signUp();
    key = await createKey(browser, { name: 'Theodolite', expires_in_days: 30 });
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
  });

  const refusals = async (): Promise<KeyDenial[]> => {
    const answer = await browser.get(calls.tokenDenials(key.id));
    expect(answer.statusCode).toBe(200);
    return answer.json().refusals;
  };
  /** Counts are written twice a second. */
  const refusalsWhen = (isDone: (told: KeyDenial[]) => boolean) =>
    eventually(async () => {
      const told = await refusals();
      return isDone(told) ? told : undefined;
    });
  const seconds = () => portal.clock.now() / 1000;
  const refuse = async (authorization: string, path?: string) =>
    expect((await verify(portal, authorization, path ? { path } : {})).statusCode).toBe(403);

  test.each<[string, string, (key: CreatedApiToken) => Promise<unknown>]>([
    ['wrong-secret', 'mistyped or cut off', ({ external_id }) => refuse(basic(external_id, 'wb_wrong'))],
    [
      'wrong-secret',
      "another key's secret",
      ({ external_id }) => refuse(basic(external_id, newSecret('tea'))),
    ],
    [
      'wrong-secret',
      'a token signed with another secret',
      (own) => refuse(withToken({ ...own, token: newSecret('tea') }, { iat: seconds() })),
    ],
    ['clock-off', '7 minutes old', (own) => refuse(withToken(own, { iat: seconds() - 420 }))],
    [
      'clock-off',
      'dated 60 minutes in the future',
      (own) => refuse(withToken(own, { iat: seconds() + 3600 })),
    ],
    [
      'bad-token',
      'signed, but not for this call or this key',
      (own) => refuse(withToken(own, { iat: seconds(), exp: seconds() })),
    ],
    ['role-too-small', 'GET /api/v1/hdd', (own) => refuse(withSecret(own), `${api}/hdd`)],
    [
      'expired',
      'since 2026-01-01T00:00Z',
      async (own) => {
        await operatorOf(portal).expire(own.external_id, '2026-01-01');
        await eventually(() => refuse(withSecret(own)).then(() => true), 2);
      },
    ],
    [
      'suspended',
      '',
      async (own) => {
        const { owner } = (await operatorOf(portal).keys()).find(
          ({ client_id }) => client_id === own.external_id,
        )!;
        await operatorOf(portal).suspend(String(owner));
        await eventually(() => refuse(withSecret(own)).then(() => true), 2);
      },
    ],
    [
      'ended-secret',
      'since 2026',
      async (own) => {
        await browser.post(calls.rotateToken(own.id), { overlap: '1h', password: goodPassword });
        await browser.post(calls.revokeOldSecret(own.id), {});
        await refuse(withSecret(own));
      },
    ],
    [
      'over-quota',
      '1 an hour',
      async (own) => {
        await operatorOf(portal).limit(own.external_id, '1');
        await eventually(async () =>
          (await verify(portal, withSecret(own))).statusCode === 429 ? true : undefined,
        );
      },
    ],
  ])('is why one was refused: %s, %s', async (cause, detail, act) => {
    await act(key);
    const told = await refusalsWhen((all) => all.some((each) => each.cause === cause));
    const refusal = told.find((each) => each.cause === cause)!;
    // This is the only call of another path than the free one. The documentation does not have it.
    const endpoint = cause === 'role-too-small' ? 'other' : freePath;
    expect(refusal).toMatchObject({ cause, endpoint, detail: expect.stringContaining(detail) });
    expect(refusal.advice.length).toBeGreaterThan(20);
    expect(refusal.last_at).toBe(new Date(portal.clock.now()).toISOString());
    expect(JSON.stringify(told)).not.toContain(key.token.slice(3));
  });

  test('is the count, the first and the last time by endpoint, with details of the last', async () => {
    await refuse(withSecret(key), documented);
    const first = portal.clock.now();
    portal.clock.pass(5);
    await refuse(withSecret(key), `${api}/\u{202e}hdd`.replace('\u{202e}', '%E2%80%AE'));
    for (let round = 0; round < 3; round++) await refuse(withSecret(key), documented);
    const told = await refusalsWhen((all) => all.reduce((sum, { count }) => sum + count, 0) === 5);
    expect(told.map(({ endpoint, count }) => [endpoint, count])).toEqual(
      expect.arrayContaining([
        [documented, 4],
        ['other', 1],
      ]),
    );
    expect(told.find(({ endpoint }) => endpoint === documented)).toMatchObject({
      first_at: new Date(first).toISOString(),
      last_at: new Date(portal.clock.now()).toISOString(),
      day: '2026-03-14',
      detail: `GET ${documented}`,
    });
  });

  test('is bounded: after 22 rows a day endpoints are counted together, and nothing is lost', async () => {
    const { db } = portal.database;
    const counter = createDenialCounter({ db, now: portal.clock.now, log: createLog('fatal') });
    const told = async () => {
      await counter.flush();
      return refusals();
    };
    for (let index = 0; index < 15; index++)
      counter.count(key.id, `/api/v1/${index}`, { cause: 'role-too-small', detail: 'x'.repeat(5000) });
    expect(await told()).toHaveLength(15);
    for (let index = 0; index < 100; index++)
      counter.count(key.id, `/api/v1/more-${index}`, { cause: 'role-too-small', detail: 'a\u202eb\nc' });
    const rows = await told();
    expect(rows).toHaveLength(23);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(115);
    const together = rows.find(({ endpoint }) => endpoint === 'other')!;
    expect([together.count, together.detail]).toEqual([93, 'ab c']);
    expect(Math.max(...rows.map(({ detail }) => detail.length))).toBe(200);
    counter.count(key.id, '/api/v1/3', { cause: 'role-too-small', detail: '' });
    expect(await told()).toHaveLength(23);
  });

  test('is at most thirty rows a day, whatever is denied and why', async () => {
    const { db } = portal.database;
    const stormed = await createKey(browser);
    const counter = createDenialCounter({ db, now: portal.clock.now, log: createLog('fatal') });
    const total = 50_000;
    for (let call = 0; call < total; call++) {
      const cause = denialCauses[call % denialCauses.length]!;
      counter.count(stormed.id, `/api/v1/${Math.floor(call / denialCauses.length) % 60}`, {
        cause,
        detail: '',
      });
      if (call % 10_000 === 0) await counter.flush();
    }
    await counter.flush();
    const rows = (await browser.get(calls.tokenDenials(stormed.id))).json().refusals as KeyDenial[];
    expect(rows).toHaveLength(30);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(new Set(rows.map(({ cause }) => cause))).toEqual(new Set(denialCauses));
  });

  test('is visible to nobody else', async () => {
    const outsider = await portal.signUp();
    for (const path of [calls.tokenDenials(key.id), calls.tokenUsage(key.id)]) {
      expect((await outsider.get(path)).statusCode).toBe(404);
      expect((await portal.browser().get(path)).statusCode).toBe(401);
    }
  });

  test('is how many calls there were, by day, endpoint and verdict', async () => {
    await verify(portal, withSecret(key), { path: freePath });
    await refuse(withSecret(key), documented);
    await operatorOf(portal).limit(key.external_id, '1');
    await eventually(async () =>
      (await verify(portal, withSecret(key))).statusCode === 429 ? true : undefined,
    );
    const day = '2026-03-14';
    await eventually(async () => {
      const { calls: counted } = (await browser.get(calls.tokenUsage(key.id))).json();
      expect(counted).toEqual(
        expect.arrayContaining([
          { day, endpoint: documented, verdict: 'refused', requests: 1 },
          { day, endpoint: freePath, verdict: 'allowed', requests: expect.any(Number) },
          { day, endpoint: freePath, verdict: 'over-quota', requests: 1 },
        ]),
      );
      return true;
    });
  });
});
