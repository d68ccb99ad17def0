import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import packageFile from '../../../package.json' with { type: 'json' };
import { fillCanonicalEmails } from '../../../src/accounts/address-history.ts';
import { hashPassword } from '../../../src/accounts/passwords.ts';
import { check } from '../../../src/admin/status.ts';
import { newClientId, newSecret, sealSecret } from '../../../src/keys/key-secrets.ts';
import { migrate } from '../../../src/platform/open-database.ts';
import { randomSecret, Secrets } from '../../../src/platform/secrets.ts';
import { runAdmin } from '../../helpers/admin.ts';
import { engineMissing, freshDatabase, migrationsFolder } from '../../helpers/database.ts';
import { basic, verify } from '../../helpers/keys.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';

/** The last migration of the first release, and the names of its columns. */
const lastOfFirst = '0004';

describe.skipIf(engineMissing)('a portal of the first release, upgraded to this one', () => {
  const secretKey = randomSecret();
  const [clientId, secret] = [newClientId('wb'), newSecret('wb')];
  let portal: TestPortal;
  beforeAll(async () => {
    const database = await freshDatabase({ migrated: false });
    const folder = mkdtempSync(join(tmpdir(), 'portal-first-'));
    for (const file of readdirSync(migrationsFolder).filter((name) => name.slice(0, 4) <= lastOfFirst))
      cpSync(join(migrationsFolder, file), join(folder, file));
    await migrate(database, folder, () => 1);
    rmSync(folder, { recursive: true });
    const { db } = database;
    const { sealed, signature } = sealSecret(new Secrets([secretKey]), { keyId: 'k1' }, secret);
    await sql`insert into users (id, email, name, password_hash, created_at)
      values ('u1', 'first@example.com', 'Nimbus', ${await hashPassword(goodPassword)}, 1)`.execute(db);
    await sql`insert into api_keys (id, user_id, slot, name, external_id, secret_sealed, secret_signature, roles,
      requests_per_hour, created_at) values ('k1', 'u1', 1, 'Vane', ${clientId}, ${sealed}, ${signature}, 'free_user',
      1000, 1)`.execute(db);
    await sql`insert into key_quota (key_id, hour, used) values ('k1', 1, 12)`.execute(db);
    await sql`insert into key_usage (key_id, day, requests, last_used_at) values ('k1', '2026-01-01', 12, 1)`.execute(
      db,
    );
    await migrate(database, migrationsFolder, () => 2);
    await fillCanonicalEmails(db);
    portal = await startPortal({ SECRET_KEY: secretKey }, database);
  });
  afterAll(() => portal.close());

  test('keeps its keys, accounts and counts', async () => {
    const answer = await verify(portal, basic(clientId, secret));
    expect([answer.statusCode, answer.headers['x-ratelimit-limit']]).toEqual([200, '1000']);
    const browser = portal.browser();
    await browser.open();
    expect((await browser.signIn('first@example.com', goodPassword)).statusCode).toBe(302);
  });

  test('passes the check', async () => {
    expect(await check(portal.database, new Secrets([secretKey]), portal.clock.now())).toEqual([]);
  });
});

describe.skipIf(engineMissing)('a release that is too old for its database', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const newer = (oldest_release: string) =>
    portal.database.db
      .insertInto('schema_migrations')
      .values({ name: `9999-${oldest_release}.sql`, applied_at: 1, oldest_release })
      .execute();

  test('prints which release it needs, and the previous release still works', async () => {
    await newer(packageFile.version);
    expect(await runAdmin(portal, ['people'])).toMatchObject({ status: 0, stderr: '' });
    await newer('99.0.0');
    expect(await runAdmin(portal, ['people'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `A newer release has changed this database: it needs release 99.0.0 or newer, and this is ${packageFile.version}\n`,
    });
  });
});
