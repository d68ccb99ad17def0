import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createOperator } from '../../src/keys/operator.ts';
import { type Database, openSqlite } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/open-database.ts';
import { root } from '../../src/platform/root.ts';
import { randomSecret, Secrets } from '../../src/platform/secrets.ts';
import type { Figure } from '../figure.ts';
import { addManyKeys } from '../many-keys.ts';
import { ask, createFleet, type Member } from './fleet.ts';
import { VirtualClock } from './virtual-clock.ts';

const processes = Number(process.env.BENCH_PROCESSES ?? 500);
const keyCount = Number(process.env.BENCH_FLEET_KEYS ?? 100_000);
const calls = Number(process.env.BENCH_FLEET_CALLS ?? 200_000);
const callsPerSecond = 5000;
const limit = 1000;
const revoked = 20;

/** Simulates all processes on one clock: which calls they allow, deny early or allow too long, and their queries. */
export async function simulateFleet(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-fleet-'));
  const database = openSqlite(join(folder, 'portal.db'));
  try {
    await migrate(database, join(root, 'db/migrations'), Date.now);
    // The database is deleted afterwards in any case.
    await sql`pragma synchronous = off`.execute(database.db);
    return await simulate(database);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function simulate(database: Database): Promise<Figure[]> {
  const { db } = database;
  const secrets = new Secrets([randomSecret()]);
  await addManyKeys(database, secrets, { count: keyCount, peopleKept: keyCount / 5 });
  const rows = await db.selectFrom('api_keys').select('external_id').execute();
  const clientIds = rows.map((row) => row.external_id);
  const clock = new VirtualClock();
  const operator = createOperator({ db, now: clock.now });
  const fleet = createFleet(processes, { db, secrets, clock });
  const [hot, ...others] = clientIds as [string, ...string[]];
  const spread = await inTime(clock, () => spreadCalls(clock, fleet, others.slice(revoked)));
  await operator.limit(hot, String(limit));
  const burst = await inTime(clock, () => useUp(clock, fleet, hot));
  const staleMs = await inTime(clock, () =>
    believedTooLong(clock, fleet, others.slice(0, revoked), (id) => operator.revoke(id)),
  );
  const name = `${processes} processes in 5 regions, ${keyCount.toLocaleString('en')} keys`;
  return [
    { what: `${name}: keys found in memory`, value: spread.hits * 100, unit: '%' },
    { what: `${name}: statements for a thousand calls`, value: spread.statements * 1000, unit: '' },
    { what: `one key of ${limit}: let through in all`, value: burst.passed, unit: '', aim: `≤ ${limit}` },
    { what: 'the same: first refused after', value: burst.first, unit: '', aim: `≥ ${limit * 0.95}` },
    { what: `${revoked} deleted keys: believed at most`, value: staleMs, unit: 'ms', aim: '≤ 1000' },
  ];
}

async function inTime<T>(clock: VirtualClock, act: () => Promise<T>): Promise<T> {
  const work = act();
  await clock.run(work);
  return work;
}

/** Calls come evenly. A few keys make most of them, and any process may get them. */
async function spreadCalls(clock: VirtualClock, fleet: Member[], clientIds: string[]) {
  const under = { calls: 0 };
  const waiting: Promise<unknown>[] = [];
  for (; under.calls < calls; under.calls++) {
    if (under.calls % 100 === 0) await clock.sleep((100 / callsPerSecond) * 1000);
    const key = clientIds[Math.floor(clientIds.length * Math.random() ** 3)]!;
    waiting.push(ask(pick(fleet), key));
    if (waiting.length > 10_000) await Promise.all(waiting.splice(0));
  }
  await Promise.all(waiting);
  const sum = (of: (member: Member) => number) => fleet.reduce((total, member) => total + of(member), 0);
  const fromDatabase = sum(({ keys }) => keys.lookups.database);
  return { hits: 1 - fromDatabase / calls, statements: sum(({ line }) => line.statements) / calls };
}

/** All processes are called at once until all deny the key. */
async function useUp(clock: VirtualClock, fleet: Member[], clientId: string) {
  let passed = 0;
  let first: number | undefined;
  for (let round = 0; round < (2 * limit) / fleet.length + 2; round++) {
    for (const answer of await Promise.all(fleet.map((member) => ask(member, clientId)))) {
      if (answer === 'yes') passed++;
      else first ??= passed;
    }
    await clock.sleep(1000);
  }
  return { passed, first: first ?? passed };
}

/** Measures from the deletion to the last allowed call anywhere. */
async function believedTooLong(
  clock: VirtualClock,
  fleet: Member[],
  clientIds: string[],
  revoke: (clientId: string) => Promise<unknown>,
): Promise<number> {
  let longest = 0;
  for (const clientId of clientIds) {
    await Promise.all(fleet.map((member) => ask(member, clientId)));
    await revoke(clientId);
    const deletedAt = clock.now();
    for (let look = 0; look < 30; look++) {
      await clock.sleep(50);
      const asked = clock.now();
      const answers = await Promise.all(fleet.map((member) => ask(member, clientId).catch(() => 'away')));
      if (answers.includes('yes')) longest = Math.max(longest, asked - deletedAt);
    }
  }
  return longest;
}

const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;
