import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, listKeys } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('rules for a key', () => {
  let portal: TestPortal;
  let browser: Browser;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await portal.signUp();
  });
  afterAll(() => portal.close());

  /** Creates a key and deletes it, so that there is room for the next. */
  async function tryOut(body: object) {
    const answer = await browser.post(calls.apiTokens, body);
    if (answer.statusCode === 201) await browser.delete(calls.apiToken(answer.json().token.id));
    return answer;
  }

  describe('a name', () => {
    test.each([
      ['is trimmed', '  Barometer ', 'Barometer'],
      ['is one line', 'Baro\r\nmeter\u2028x', 'Baro meter x'],
      ['may look like HTML: it is text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
      ['cannot turn the reading direction', 'ab\u202egnp.exe', 'abgnp.exe'],
      ['may have a hundred characters, whatever their bytes', '🌩'.repeat(100), '🌩'.repeat(100)],
    ])('%s', async (_, given, kept) => {
      expect((await tryOut({ name: given })).json().token.name).toBe(kept);
    });

    const blank = 'Enter a name for the key';
    const unreadable = 'name is missing or has the wrong type';
    const refusals: [string, object, string, string][] = [
      ['empty', { name: '' }, 'no-key-name', blank],
      ['blank', { name: ' \t\u00a0\n' }, 'no-key-name', blank],
      ['made of invisible marks', { name: '\u202e\u200b\u0000' }, 'no-key-name', blank],
      [
        'of 101 characters',
        { name: 'x'.repeat(101) },
        'long-key-name',
        'The name can have at most 100 characters',
      ],
      ['of 30 kB', { name: 'x'.repeat(30_000) }, 'bad-field', 'name is too long'],
      ['missing', {}, 'bad-field', unreadable],
      ['null', { name: null }, 'bad-field', unreadable],
      ['a number', { name: 7 }, 'bad-field', unreadable],
      ['a list', { name: ['Barometer'] }, 'bad-field', unreadable],
    ];
    test.each(refusals)(
      '%s is refused at creation and at renaming, with the reason in the errors',
      async (_, body, code, error) => {
        const key = await createKey(browser);
        const renamed = await browser.put(calls.apiToken(key.id), { ...body, external_id: key.external_id });
        const created = await browser.post(calls.apiTokens, body);
        for (const answer of [renamed, created]) {
          expect([answer.statusCode, answer.json()]).toEqual([
            422,
            { success: false, code, error, errors: [error] },
          ]);
        }
        expect((await listKeys(browser)).map(({ name }) => name)).toEqual([key.name]);
        await browser.delete(calls.apiToken(key.id));
      },
    );

    test('of any text is refused or kept as one short line', async () => {
      const anyCharacter = fc.nat(0xffff).map((code) => String.fromCharCode(code));
      const hostile = fc.string({ unit: anyCharacter, maxLength: 120 });
      await fc.assert(
        fc.asyncProperty(hostile, async (name) => {
          const answer = await tryOut({ name });
          if (answer.statusCode === 422) return;
          expect(answer.statusCode).toBe(201);
          const kept: string = answer.json().token.name;
          expect([...kept].length).toBeLessThanOrEqual(100);
          expect(kept).toMatch(/^\S/);
          expect(kept).not.toMatch(/[^\P{C}\u200c\u200d]|\p{Bidi_Control}/u);
        }),
        { numRuns: 30 },
      );
    });
  });

  describe('a lifetime', () => {
    beforeAll(async () => {
      browser = await portal.signUp();
    });

    test.each([30, 90, 365])('of %i days ends to the second', async (days) => {
      const { token } = (await tryOut({ name: 'Sundial', expires_in_days: days })).json();
      expect(Date.parse(token.expires_at)).toBe(portal.clock.now() + days * 86_400_000);
    });

    test.each([[{}], [{ expires_in_days: null }]])('never expires if none is chosen: %j', async (choice) => {
      expect((await tryOut({ name: 'Sundial', ...choice })).json().token.expires_at).toBeNull();
    });

    test.each([0, 1, 29, 31, 366, -30, 30.5, 3650, 1e21, '30', 'never', [30], {}, true])(
      'of %j is refused',
      async (days) => {
        const answer = await tryOut({ name: 'Sundial', expires_in_days: days });
        expect([answer.statusCode, answer.json().errors]).toEqual([
          422,
          [expect.stringContaining('expires_in_days')],
        ]);
        expect(await listKeys(browser)).toEqual([]);
      },
    );
  });

  describe("a field that people can't set", () => {
    const extra = (userId: string) => ({
      id: 'f'.repeat(24),
      user_id: userId,
      owner: userId,
      slot: 4,
      roles: ['all_access', 'free_user'],
      token: 'wb_00000000000000000000000000000000',
      secret: 'wb_00000000000000000000000000000000',
      created_at: '1999-01-01T00:00:00Z',
      expires_at: '2999-01-01T00:00:00Z',
      requests_per_hour: 1_000_000,
      usage: { today: -5 },
    });
    const rows = () => portal.database.db.selectFrom('api_keys').selectAll().orderBy('slot').execute();
    let otherId: string;
    beforeAll(async () => {
      const other = await portal.signUp('other@example.com');
      await createKey(other);
      otherId = (await rows())[0]!.user_id;
      browser = await portal.signUp();
    });

    test('changes nothing at creation', async () => {
      const answer = await browser.post(calls.apiTokens, {
        ...extra(otherId),
        name: 'Plain',
        external_id: 'wbc_00000000000000000000',
      });
      const { token } = answer.json();
      expect(token).toMatchObject({
        name: 'Plain',
        roles: ['free_user'],
        expires_at: null,
        created_at: new Date(portal.clock.now()).toISOString(),
        usage: { today: 0 },
      });
      expect([token.external_id, token.token, token.id]).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/00000000|ffffffff/)]),
      );
      const row = (await rows()).find(({ id }) => id === token.id)!;
      expect(row).toMatchObject({ roles: 'free_user', requests_per_hour: 1000, expires_at: null, slot: 1 });
      expect(row.user_id).not.toBe(otherId);
    });

    test('changes nothing at renaming', async () => {
      const [key] = await listKeys(browser);
      const before = (await rows()).find(({ id }) => id === key!.id);
      const body = { ...extra(otherId), name: 'Renamed', external_id: key!.external_id };
      expect((await browser.put(calls.apiToken(key!.id), body)).statusCode).toBe(200);
      expect((await rows()).find(({ id }) => id === key!.id)).toEqual({ ...before, name: 'Renamed' });
    });

    test.each([
      ['another client ID', { external_id: 'wbc_00000000000000000000' }],
      ["another's letters in capitals", { external_id: 'WBC' }],
      ['no client ID', {}],
      ['a client ID of another kind', { external_id: 5 }],
    ])("renaming must name the key's own client ID: %s is refused", async (_, given) => {
      const [key] = await listKeys(browser);
      const answer = await browser.put(calls.apiToken(key!.id), { name: 'Stolen', ...given });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [expect.stringContaining('external_id')],
      ]);
      expect((await listKeys(browser))[0]).toEqual(key);
    });
  });
});
