import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, isDatabaseUnavailable, isUniqueViolation, openSqlite } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-dialect-'));
afterAll(() => rmSync(folder, { recursive: true }));

let database: Database;
let path: string;
let files = 0;
beforeEach(async () => {
  path = join(folder, 'deep', `${++files}.db`);
  database = openSqlite(path);
  await sql`create table cups (id integer primary key, label text unique)`.execute(database.db);
});
afterEach(() => database.close());

const labels = async () =>
  (await sql<{ label: string }>`select label from cups`.execute(database.db)).rows.map((row) => row.label);

test('only their owner can read the files', () => {
  const modes = [path, `${path}-wal`, `${path}-shm`].map((file) => statSync(file).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o600]);
});

describe('parameters', () => {
  test.each([
    ['a Date', new Date(), 'A Date cannot'],
    ['undefined', undefined, 'A undefined cannot'],
    ['a boolean', true, 'A boolean cannot'],
    ['an object', { a: 1 }, 'A object cannot'],
  ])('%s is rejected, never stored as something else', async (_, value, message) => {
    await expect(sql`insert into cups (label) values (${value})`.execute(database.db)).rejects.toThrow(
      message,
    );
    expect(await labels()).toEqual([]);
  });

  test('text, numbers and null are read as they were written', async () => {
    const { rows } =
      await sql`select ${'tea ☕'} as a, ${1.5} as b, ${1_800_000_000_000} as c, ${null} as d`.execute(
        database.db,
      );
    expect(rows).toEqual([{ a: 'tea ☕', b: 1.5, c: 1_800_000_000_000, d: null }]);
  });
});

test('a full disk in a transaction is reported as such, and the next one works when there is space', async () => {
  const { db } = database;
  const limitPages = (count: number) => sql.raw(`pragma max_page_count = ${count}`).execute(db);
  const add = (label: string) =>
    db.transaction().execute((trx) => sql`insert into cups (label) values (${label})`.execute(trx));
  await limitPages(4);
  const error = await add('x'.repeat(50_000)).catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await limitPages(1000);
  await add('blue');
  expect(await labels()).toEqual(['blue']);
});

test('a unique violation is reported as such', async () => {
  const add = () => sql`insert into cups (label) values ('blue')`.execute(database.db);
  await add();
  const error = await add().catch((reason: unknown) => reason);
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(new Error('something else'))).toBe(false);
});

test('a write is on disk when it is acknowledged, and foreign keys are enforced', async () => {
  const pragma = async (name: string) =>
    (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(database.db)).rows[0];
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
  // 2 is FULL.
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 });
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 });
});

describe('transactions', () => {
  test('one that throws changes nothing, not even a table', async () => {
    const attempt = database.db.transaction().execute(async (trx) => {
      await sql`create table saucers (id integer)`.execute(trx);
      await sql`insert into cups (label) values ('blue')`.execute(trx);
      throw new Error('dropped');
    });
    await expect(attempt).rejects.toThrow('dropped');
    expect(await labels()).toEqual([]);
    expect((await database.db.introspection.getTables()).map((table) => table.name)).toEqual(['cups']);
  });

  test('a concurrent query waits and is not part of it', async () => {
    const gate = Promise.withResolvers<void>();
    const failing = database.db.transaction().execute(async (trx) => {
      await sql`insert into cups (label) values ('inside')`.execute(trx);
      await gate.promise;
      throw new Error('dropped');
    });
    const outside = sql`insert into cups (label) values ('outside')`.execute(database.db);
    gate.resolve();
    await expect(failing).rejects.toThrow('dropped');
    await outside;
    expect(await labels()).toEqual(['outside']);
  });

  test('using the outer database inside one gives an error instead of waiting for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const started = Promise.withResolvers<void>();
    const attempt = database.db.transaction().execute(async () => {
      const inner = sql`select 1`.execute(database.db);
      started.resolve();
      await inner;
    });
    const outcome = expect(attempt).rejects.toThrow('is `db` used inside a transaction?');
    await started.promise;
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await outcome;
    expect(await labels()).toEqual([]);
  });

  test('concurrent ones of several processes all succeed', async () => {
    await sql`insert into cups (id, label) values (1, '0')`.execute(database.db);
    const program = `
      import { sql } from 'kysely';
      import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, 'database.ts'))};
      const { db } = openSqlite(${JSON.stringify(path)});
      for (let round = 0; round < 40; round++) {
        await db.transaction().execute(async (trx) => {
          const { rows } = await sql\`select label from cups where id = 1\`.execute(trx);
          await sql\`update cups set label = \${String(Number(rows[0].label) + 1)} where id = 1\`.execute(trx);
        });
      }`;
    const run = () =>
      promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', program]);
    await Promise.all([run(), run(), run()]);
    expect(await labels()).toEqual(['120']);
  });
});
