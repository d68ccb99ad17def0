import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { check, describeStatus, readStatus } from '../../../src/admin/status.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { randomSecret, Secrets } from '../../../src/platform/secrets.ts';
import { asTerminalText } from '../../../src/platform/terminal-text.ts';
import { runAdmin } from '../../helpers/admin.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

describe.skipIf(engineMissing)('status and check', () => {
  let portal: TestPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal();
    const browser = await portal.signUp('vane@example.com');
    key = await createKey(browser, { name: 'Vane' });
    await portal.mails();
  });
  afterAll(() => portal.close());

  const secretsOf = (keys = portal.config.secretKeys) => new Secrets(keys);
  const found = () => check(portal.database, secretsOf(), portal.clock.now());

  test('status shows release, counts, calls, emails and the latest backup', async () => {
    for (let call = 0; call < 3; call++) await verify(portal, withSecret(key));
    await verify(portal, withSecret(key), { path: '/api/v1/hdd' });
    const backups = mkdtempSync(join(tmpdir(), 'portal-backups-'));
    writeFileSync(join(backups, 'portal.dump'), '12345');
    const status = await eventually(async () => {
      const read = await readStatus(portal.database, portal.clock.now(), backups);
      return read.calls_today === 4 ? read : undefined;
    });
    expect(status).toEqual({
      version: packageFile.version,
      commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
      database: portal.database.location,
      last_migration: expect.stringMatching(/^\d{4}-.*\.sql$/),
      processes: 1,
      people: 1,
      suspended: 0,
      keys: 1,
      connections: 0,
      expired: 0,
      calls_today: 4,
      denied_today: 1,
      emails_waiting: 0,
      oldest_waiting_email_seconds: null,
      emails_given_up: 0,
      latest_backup: { file: 'portal.dump', written_at: expect.stringMatching(/^20.*Z$/), bytes: 5 },
    });
    const shown = asTerminalText(describeStatus({ ...status, suspended: 1 }));
    expect(shown).toMatch(/^denied today +1 \(25\.0 %\)$/m);
    expect(shown).toMatch(/^people +1, 1 suspended$/m);
    expect(shown).toMatch(/^oldest waiting email +none$/m);
    expect(shown).toMatch(/^latest backup +portal\.dump, 20\S+, 5 bytes$/m);
    expect(asTerminalText(describeStatus({ ...status, latest_backup: null }))).toMatch(
      /^latest backup +none$/m,
    );
    const json = await runAdmin(portal, ['status', '--json']);
    const { latest_backup: _, ...withoutFolder } = status;
    const printed = JSON.parse(json.stdout);
    expect(Object.keys(printed)).toEqual(Object.keys(withoutFolder));
    for (const [name, value] of Object.entries(withoutFolder))
      expect([name, typeof printed[name]]).toEqual([name, typeof value]);
    rmSync(backups, { recursive: true });
    expect(await runAdmin(portal, ['status', backups])).toMatchObject({
      status: 2,
      stderr: `${backups} cannot be read: ENOENT\n`,
    });
  });

  test('check finds nothing in a healthy database while the portal runs, and says what it checked', async () => {
    expect(await found()).toEqual([]);
    await portal.mails();
    const { status, stdout, stderr } = await runAdmin(portal, ['check']);
    expect([status, stderr]).toEqual([0, '']);
    const file = portal.database.engine === 'sqlite' ? ', the database file' : '';
    expect(stdout).toMatch(
      new RegExp(
        `^No problems found\\. Checked: \\d\\d rules for the rows of all tables${file}, the secrets and quotas of 1 key, the addresses of 1 account, and the email queue with 0 waiting\\.\\n$`,
      ),
    );
    expect((await runAdmin(portal, ['check', '--json'])).stdout).toBe('[]\n');
  });

  test('check lists keys that SECRET_KEY cannot decrypt', async () => {
    const findings = await check(portal.database, secretsOf([randomSecret()]), portal.clock.now());
    expect(findings).toEqual([{ finding: 'key that SECRET_KEY cannot decrypt', about: key.external_id }]);
    const { status, stdout } = await runAdmin(portal, ['check', '--json'], { SECRET_KEY: randomSecret() });
    expect([status, JSON.parse(stdout)]).toEqual([3, findings]);
    const text = await runAdmin(portal, ['check'], { SECRET_KEY: randomSecret() });
    expect(text.status).toBe(3);
    expect(text.stdout).toMatch(
      new RegExp(`^finding +about\\n.*${key.external_id}\\n\\n1 problem found\\. Checked: `),
    );
  });

  test.each<[string, string, string, string]>([
    [
      'sent email that still has its content',
      `update mail_queue set sealed = 'x' where done_at is not null`,
      `update mail_queue set sealed = null where done_at is not null`,
      'sent email that still has its content',
    ],
    [
      'key change after the latest revision',
      `insert into key_changes (revision, key_id, mark) values (999999, 'k', '')`,
      'delete from key_changes where revision = 999999',
      'key change after the latest revision',
    ],
    [
      'an incomplete old secret',
      'update api_keys set old_secret_ends_at = 1',
      'update api_keys set old_secret_ends_at = null',
      'incomplete old secret',
    ],
    [
      'a future hour',
      'update key_quota set hour = hour + 100',
      'update key_quota set hour = hour - 100',
      'quota of a future hour: a clock was wrong',
    ],
    [
      'a missing revision',
      'update key_revision set id = 1; delete from key_revision',
      'insert into key_revision (id, revision) values (1, 1000)',
      'key revision missing or duplicated',
    ],
  ])('check finds: %s', async (_, breaking, mending, finding) => {
    const { db } = portal.database;
    await verify(portal, withSecret(key));
    for (const statement of breaking.split('; ')) await sql.raw(statement).execute(db);
    const findings = await found();
    await sql.raw(mending).execute(db);
    expect(findings.map((each) => each.finding)).toContain(finding);
    expect(await found()).toEqual([]);
  });

  test('check finds emails that wait too long or were given up', async () => {
    const { db } = portal.database;
    const old = portal.clock.now() - 7200 * 1000;
    const row = {
      sealed: 'x',
      address_hash: '',
      attempts: 3,
      claimed_until: 0,
      created_at: old,
      due_at: Number.MAX_SAFE_INTEGER,
    };
    await db
      .insertInto('mail_queue')
      .values({ id: 'waits', ...row })
      .execute();
    await db
      .insertInto('mail_queue')
      .values({ id: 'gone', ...row, sealed: null, done_at: old, last_error: 'no such mailbox' })
      .execute();
    const findings = await found();
    await db.deleteFrom('mail_queue').where('id', 'in', ['waits', 'gone']).execute();
    expect(findings.map(({ about }) => about)).toEqual([
      '1 waiting, the oldest for 120 minutes',
      '1 given up in the last 24 hours',
    ]);
  });

  test('check does not report a key that the operator revoked', async () => {
    const second = await createKey(await portal.signUp('cup@example.com'), { name: 'Cup' });
    await operatorOf(portal).revoke(second.external_id);
    expect(await found()).toEqual([]);
  });
});
