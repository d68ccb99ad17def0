import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePaths, calls, relative } from '../../../src/urls.ts';
import { openBrowser } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, listKeys } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('token calls', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const unused = { last_used_at: null, today: 0, last_7_days: [0, 0, 0, 0, 0, 0, 0] };

  describe.each(basePaths)('under %s', (base) => {
    let browser: Browser;
    const tokens = base + relative.apiTokens;
    beforeAll(async () => {
      browser = await portal.signUp();
    });

    test.each([
      ['the sign-up flow', { name: 'Barometer' }],
      ['the key page', { name: 'Barometer', roles: ['free_user'] }],
    ])('a key is created as %s asks for it', async (_, body) => {
      const answer = await browser.post(tokens, body);
      expect(answer.statusCode).toBe(201);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json()).toEqual({
        success: true,
        token: {
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
          name: 'Barometer',
          external_id: expect.stringMatching(/^teac_[a-z0-9]{20}$/),
          token: expect.stringMatching(/^tea_[A-Za-z0-9]{32}$/),
          created_at: new Date(portal.clock.now()).toISOString(),
          expires_at: null,
          expires_at_max: new Date(portal.clock.now() + 365 * 24 * 3600 * 1000).toISOString(),
          roles: ['free_user'],
          usage: unused,
          secrets: [
            {
              id: answer.json().token.id,
              created_at: new Date(portal.clock.now()).toISOString(),
              ends_at: null,
              last_used_at: null,
            },
          ],
        },
      });
    });

    test('the list has every key, oldest first, without a secret', async () => {
      const { token, ...third } = await createKey(browser, { name: 'Anemometer' });
      const answer = await browser.get(tokens);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      const list = answer.json();
      expect(Object.keys(list)).toEqual(['tokens', 'hours']);
      expect(list.tokens.map((key: { name: string }) => key.name)).toEqual([
        'Barometer',
        'Barometer',
        'Anemometer',
      ]);
      expect(list.tokens[2]).toEqual(third);
      expect(answer.body).not.toContain(token);
      expect(answer.body).not.toContain('"token"');
    });

    test('a key is renamed, and its answer is the key as the list shows it', async () => {
      const { token: _, ...key } = await createKey(browser, { name: 'Vane' });
      const answer = await browser.put(`${tokens}/${key.id}`, {
        name: 'Wind vane',
        external_id: key.external_id,
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { success: true, token: { ...key, name: 'Wind vane' } },
      ]);
      expect(await listKeys(browser)).toContainEqual({ ...key, name: 'Wind vane' });
    });

    test('a key is deleted once', async () => {
      const [first] = await listKeys(browser);
      const answer = await browser.delete(`${tokens}/${first!.id}`);
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
      expect((await listKeys(browser)).map(({ id }) => id)).not.toContain(first!.id);
      const again = await browser.delete(`${tokens}/${first!.id}`);
      expect([again.statusCode, again.json()]).toEqual([
        404,
        { success: false, code: 'not-found', error: 'Not found', errors: ['Not found'] },
      ]);
    });

    test('a client that sends a JSON content type without a body can delete', async () => {
      const { id } = await createKey(browser);
      const answer = await browser.delete(`${tokens}/${id}`, { 'content-type': 'application/json' });
      expect(answer.json()).toEqual({ success: true });
    });

    test('every call answers 401 without a session', async () => {
      const outsider = await openBrowser(portal);
      const [key] = await listKeys(browser);
      const url = `${tokens}/${key!.id}`;
      const answers = [
        await outsider.get(tokens),
        await outsider.post(tokens, { name: 'Barometer' }),
        await outsider.put(url, { name: 'Mine', external_id: key!.external_id }),
        await outsider.delete(url),
      ];
      const error = 'Please sign in first';
      for (const answer of answers) {
        expect([answer.statusCode, answer.json()]).toEqual([
          401,
          { success: false, code: 'not-signed-in', error, errors: [error] },
        ]);
      }
    });
  });

  describe('what another site could send', () => {
    let browser: Browser;
    let url: string;
    let clientId: string;
    beforeAll(async () => {
      browser = await portal.signUp();
      const key = await createKey(browser, { name: 'Mine' });
      url = calls.apiToken(key.id);
      clientId = key.external_id;
    });

    const states = [
      ['create', 'POST', () => calls.apiTokens, () => ({ name: 'Theirs' })],
      ['rename', 'PUT', () => url, () => ({ name: 'Theirs', external_id: clientId })],
      ['delete', 'DELETE', () => url, () => undefined],
    ] as const;
    const tricks: [string, (own: string, other: string) => Record<string, string>][] = [
      ['no token', () => ({})],
      ["another visitor's token", (_own, other) => ({ 'x-csrf-token': other })],
      ['a cut token', (own) => ({ 'x-csrf-token': own.slice(0, -1) })],
      ['a cross-site request', (own) => ({ 'x-csrf-token': own, 'sec-fetch-site': 'cross-site' })],
      ['a same-site request', (own) => ({ 'x-csrf-token': own, 'sec-fetch-site': 'same-site' })],
      ['a foreign origin', (own) => ({ 'x-csrf-token': own, origin: 'https://evil.example' })],
      ['a null origin', (own) => ({ 'x-csrf-token': own, origin: 'null' })],
    ];

    test.each(states.flatMap((state) => tricks.map((trick) => [...state, ...trick] as const)))(
      'changes nothing: %s by %s (%5$s)',
      async (_call, method, address, payload, _title, headersOf) => {
        const outsider = await openBrowser(portal);
        const answer = await browser.send({
          method,
          url: address(),
          ...(payload() ? { payload: payload()! } : {}),
          headers: headersOf(browser.csrf, outsider.csrf),
        });
        expect([answer.statusCode, answer.json().success]).toEqual([403, false]);
        expect((await listKeys(browser)).map(({ name }) => name)).toEqual(['Mine']);
      },
    );

    test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'is not read as JSON: %s',
      async (type) => {
        const answer = await browser.send({
          method: 'POST',
          url: calls.apiTokens,
          payload: '{"name":"Theirs"}',
          headers: { 'content-type': type, 'x-csrf-token': browser.csrf },
        });
        expect([answer.statusCode, answer.json().success]).toEqual([415, false]);
        expect((await listKeys(browser)).map(({ name }) => name)).toEqual(['Mine']);
      },
    );
  });
});
