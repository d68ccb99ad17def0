import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../src/platform/open-database.ts';
import { engineMissing, freshDatabase, migrationsFolder, type TestDatabase } from '../../helpers/database.ts';

/** As the release before wrote them: it names these columns and no others. */
const insertPerson = (id: string) =>
  sql`insert into users (id, email, name, password_hash, created_at) values (${id}, ${`${id}@example.com`}, 'Nimbus', '-', 1)`;
const insertKey = (key: { id: string; owner: string; slot: number; limit: number; expires: number | null }) =>
  sql`insert into api_keys
    (id, user_id, slot, name, external_id, secret_sealed, secret_signature, roles, requests_per_hour, created_at, expires_at)
    values (${key.id}, ${key.owner}, cast(${key.slot} as integer), 'Vane', ${`wbc_${key.id}`}, 'sealed', 'signed', 'free_user',
      cast(${key.limit} as integer), 1, cast(${key.expires} as bigint))`;

describe.skipIf(engineMissing)('a database of an older release', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await freshDatabase({ migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'portal-before-'));
    await migrateUpTo('0005');
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  async function migrateUpTo(number: string): Promise<void> {
    for (const file of readdirSync(migrationsFolder).filter((name) => name < number))
      cpSync(join(migrationsFolder, file), join(folder, file));
    await migrate(database, folder, () => 1);
  }
  const upgrade = () => migrate(database, migrationsFolder, () => 2);

  test("keeps what the operator has set: limits above the person's, and expiry dates", async () => {
    const { db } = database;
    await insertPerson('rich').execute(db);
    await insertPerson('plain').execute(db);
    await insertKey({ id: 'a', owner: 'rich', slot: 1, limit: 25_000, expires: 77 }).execute(db);
    await insertKey({ id: 'b', owner: 'rich', slot: 2, limit: 1000, expires: 88 }).execute(db);
    await insertKey({ id: 'c', owner: 'plain', slot: 1, limit: 2000, expires: null }).execute(db);
    await sql`insert into audit_events (id, at, actor, event, target, details)
      values ('1', 1, 'operator', 'key-expiry-set', 'wbc_a', '{}')`.execute(db);
    await upgrade();
    const people = await sql`select id, requests_per_hour, suspended_at from users order by id`.execute(db);
    expect(people.rows).toEqual([
      { id: 'plain', requests_per_hour: 5000, suspended_at: null },
      { id: 'rich', requests_per_hour: 25_000, suspended_at: null },
    ]);
    const keys = await sql`select id, expires_at_max, secret_id from api_keys order by id`.execute(db);
    expect(keys.rows).toEqual([
      { id: 'a', expires_at_max: 77, secret_id: null },
      { id: 'b', expires_at_max: null, secret_id: null },
      { id: 'c', expires_at_max: null, secret_id: null },
    ]);
  });

  test('accepts what that release still writes while this one starts', async () => {
    const { db } = database;
    await upgrade();
    await insertPerson('late').execute(db);
    await insertKey({ id: 'd', owner: 'late', slot: 1, limit: 1000, expires: null }).execute(db);
    await sql`update key_revision set revision = revision + 1`.execute(db);
    const { rows } = await sql`select requests_per_hour from users`.execute(db);
    expect(rows).toEqual([{ requests_per_hour: 5000 }]);
  });

  test('has a state for every old secret: revoked or discarded ones stay so', async () => {
    const { db } = database;
    await migrateUpTo('0011');
    await insertPerson('turner').execute(db);
    const rotate = async (id: string, slot: number, event: string | undefined) => {
      await insertKey({ id, owner: 'turner', slot, limit: 1000, expires: null }).execute(db);
      await sql`insert into audit_events (id, at, actor, event, target, details)
        values (${`rotated ${id}`}, 100, 'turner', 'key-rotated', ${`wbc_${id}`}, '{}')`.execute(db);
      // An earlier rotation ended too, and says nothing about this one.
      await sql`insert into audit_events (id, at, actor, event, target, details)
        values (${`earlier ${id}`}, 50, 'turner', 'key-old-secret-ended', ${`wbc_${id}`}, '{}')`.execute(db);
      if (event)
        await sql`insert into audit_events (id, at, actor, event, target, details)
          values (${`ended ${id}`}, 200, 'turner', ${event}, ${`wbc_${id}`}, '{}')`.execute(db);
      const end = event ? 200 : 5000;
      await sql`update api_keys set old_secret_sealed = 'sealed', old_secret_signature = 'signed',
        old_secret_ends_at = cast(${end} as bigint) where id = ${id}`.execute(db);
    };
    await insertKey({ id: 'a', owner: 'turner', slot: 1, limit: 1000, expires: null }).execute(db);
    await rotate('b', 2, undefined);
    await rotate('c', 3, 'key-old-secret-ended');
    await rotate('d', 4, 'key-new-secret-discarded');
    await upgrade();
    const keys = await sql`select id, old_secret_state from api_keys order by id`.execute(db);
    expect(keys.rows).toEqual([
      { id: 'a', old_secret_state: null },
      { id: 'b', old_secret_state: 'active' },
      { id: 'c', old_secret_state: 'ended' },
      { id: 'd', old_secret_state: 'discarded' },
    ]);
  });
});
