import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { randomSecret } from '../../../src/platform/secrets.ts';
import { calls, pages } from '../../../src/urls.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import {
  basic,
  createKey,
  freePath,
  operatorOf,
  startBeside,
  verify,
  withSecret,
  withToken,
} from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('the secret of a key', () => {
  const oldKey = randomSecret();
  const newKey = randomSecret();
  let portal: TestPortal;
  let browser: Browser;
  let key: CreatedApiToken;
  const told: string[] = [];
  beforeAll(async () => {
    portal = await startPortal({ SECRET_KEY: oldKey });
    browser = await portal.signUp();
    key = await createKey(browser);
  });
  afterAll(() => portal.close());

  const now = () => Math.floor(portal.clock.now() / 1000);
  const bySecret = async (at: TestPortal, of = key) => (await verify(at, withSecret(of))).statusCode;
  const byToken = async (at: TestPortal, of = key) =>
    (await verify(at, withToken(of, { iat: now() }))).statusCode;

  /** A thief would look for the text itself, and for forms that can be decoded to it or compared with it without a key. */
  const traces = ({ token }: CreatedApiToken) => [
    token,
    token.slice(3),
    token.slice(0, 16),
    token.slice(-16),
    Buffer.from(token).toString('base64url'),
    Buffer.from(token).toString('hex'),
    ...(['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((hash) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) =>
        createHash(hash).update(token).digest(encoding),
      ),
    ),
  ];

  async function dump(): Promise<string> {
    const { db } = portal.database;
    const tables = (await db.introspection.getTables()).map(({ name }) => name);
    expect(tables).toEqual(
      expect.arrayContaining(['api_keys', 'audit_events', 'mail_queue', 'sessions', 'rate_limits']),
    );
    const rows = await Promise.all(tables.map((name) => sql`select * from ${sql.table(name)}`.execute(db)));
    return JSON.stringify(rows.map((result) => result.rows));
  }

  test('is in the answer that created it and nowhere else: lists, pages, mail, log, audit or any table', async () => {
    const wrong = { ...key, token: `${key.token.slice(0, -1)}${key.token.endsWith('x') ? 'y' : 'x'}` };
    expect([await bySecret(portal), await byToken(portal), await bySecret(portal, wrong)]).toEqual([
      200, 200, 403,
    ]);
    const call = { headers: { authorization: withSecret(key) } };
    for (const url of [
      freePath,
      `${freePath}?api_key=${key.token}`,
      '/api/v1/nothing',
      `/mcp?client_id=x&api_key=${key.token}`,
    ]) {
      await portal.server.inject({ url, ...call });
    }
    const renamed = await browser.put(calls.apiToken(key.id), {
      name: 'Renamed',
      external_id: key.external_id,
    });
    const spare = await createKey(browser, { name: 'Spare' });
    told.push(
      renamed.body,
      (await browser.get(calls.apiTokens)).body,
      (await browser.get(calls.authStatus)).body,
      (await browser.open(pages.docs)).body,
      (await browser.delete(calls.apiToken(spare.id))).body,
      JSON.stringify(await portal.mails()),
      JSON.stringify(await operatorOf(portal).audit()),
      JSON.stringify(await operatorOf(portal).keys()),
      portal.logLines.join('\n'),
      await dump(),
    );
    const everything = told.join('\n');
    for (const trace of [...traces(key), ...traces(spare)]) expect(everything).not.toContain(trace);
    expect(everything).toContain(key.external_id);
  });

  test("can't be read from a dump: without SECRET_KEY neither the secret nor a token works", async () => {
    const thief = await startBeside(portal, { SECRET_KEY: randomSecret() });
    expect([await bySecret(thief), await byToken(thief)]).toEqual([403, 403]);
    const row = await portal.database.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    for (const stored of [row.secret_sealed, row.secret_signature, row.secret_signature.split('.')[1]!]) {
      const forged = { ...key, token: stored };
      expect((await verify(portal, basic(key.external_id, stored))).statusCode).toBe(403);
      expect(await byToken(portal, forged)).toBe(403);
    }
    await thief.close();
  });

  test("belongs to its row: moved to another one it doesn't work", async () => {
    const other = await portal.signUp();
    const theirs = await createKey(other);
    const { db } = portal.database;
    const row = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    const moved = { secret_sealed: row.secret_sealed, secret_signature: row.secret_signature };
    await db.updateTable('api_keys').set(moved).where('id', '=', theirs.id).execute();
    for (const attempt of [theirs, { ...theirs, token: key.token }])
      expect(await bySecret(portal, attempt)).toBe(403);
  });

  test('outlives the rotation of SECRET_KEY: the old one reads, the new one writes', async () => {
    const rotated = await startBeside(portal, { SECRET_KEY: `${newKey},${oldKey}` });
    expect([await bySecret(rotated), await byToken(rotated)]).toEqual([200, 200]);
    const twin = rotated.browser();
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    await twin.open();
    const young = await createKey(twin, { name: 'Under the new one' });
    expect([await bySecret(rotated, young), await byToken(rotated, young)]).toEqual([200, 200]);
    await rotated.close();

    const later = await startBeside(portal, { SECRET_KEY: newKey });
    expect([await bySecret(later, young), await byToken(later, young)]).toEqual([200, 200]);
    expect([await bySecret(later), await byToken(later)]).toEqual([403, 403]);
    expect(later.logLines.join('\n')).toContain('a key cannot be decrypted');
    await later.close();
    expect(await bySecret(portal, young)).toBe(403);
  });
});
