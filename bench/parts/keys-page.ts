import { join } from 'node:path';
import { denialCauses, maxKeysPerPerson } from '../../src/keys/contract.ts';
import { Keys } from '../../src/keys/keys.ts';
import { addCalls, addDenials, type CallCount, type DenialCount, dayOf } from '../../src/keys/usage-store.ts';
import { type Database, openSqlite } from '../../src/platform/database.ts';
import { randomSecret, Secrets } from '../../src/platform/secrets.ts';
import { calls } from '../../src/urls.ts';
import { keyPolicy } from '../../test/helpers/key-environment.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';
import { loadAllAnswered } from '../load.ts';
import { addPeople, signIn } from '../people.ts';

const days = 30;
const endpoints = 12;
const writers = 4;
const batch = 500;

/** As many as a key and day can have. */
const refusalRows = 30;

/** What the keys page asks for, by a person whose five keys were called and refused at every endpoint on every day. */
export const keysPagePart: Part = {
  name: 'keys-page',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const secretKey = randomSecret();
    const portal = stack.adopt(
      await startPortalProcess({ LOG_LEVEL: 'warn', SECRET_KEY: secretKey, RATE_LIMIT_FACTOR: '1000000' }),
      (started) => started.close(),
    );
    const database = openSqlite(join(portal.dataDir, 'portal.db'));
    const email = (await addPeople(database, 1))[0]!;
    const keyIds = await addBusyKeys(database, { id: email.split('@')[0]!, email }, secretKey);
    await database.close();
    const cookie = await signIn(portal.url, email);
    const asked = async (path: string) =>
      (await loadAllAnswered({ url: portal.url + path, headers: { cookie }, connections: 1 })).p99Ms;
    return [
      {
        what: 'p99 of the list of five busy keys',
        value: await asked(calls.apiTokens),
        unit: 'ms',
        aim: 'under 50',
      },
      {
        what: 'p99 of the usage of one of them',
        value: await asked(calls.tokenUsage(keyIds[0]!)),
        unit: 'ms',
        aim: 'under 50',
      },
      {
        what: 'p99 of the refusals of one of them',
        value: await asked(calls.tokenDenials(keyIds[0]!)),
        unit: 'ms',
        aim: 'under 50',
      },
    ];
  },
};

async function addBusyKeys(
  { db }: Database,
  user: { id: string; email: string },
  secretKey: string,
): Promise<string[]> {
  const keys = new Keys({
    db,
    secrets: new Secrets([secretKey]),
    mail: { enqueue: async () => {} },
    keyPolicy: keyPolicy,
    now: Date.now,
    onRevoked: () => {},
  });
  const keyIds: string[] = [];
  while (keyIds.length < maxKeysPerPerson)
    keyIds.push((await keys.create(user, { name: 'Bench', lifetimeDays: undefined })).id);
  const counts = keyIds.flatMap(callsOf);
  for (let start = 0; start < counts.length; start += batch)
    await addCalls(db, counts.slice(start, start + batch));
  for (const keyId of keyIds)
    for (let ago = 0; ago < days; ago++) await addDenials(db, refusalsOf(keyId, ago));
  return keyIds;
}

function refusalsOf(keyId: string, daysAgo: number): DenialCount[] {
  const at = Date.now() - daysAgo * 86_400_000;
  return Array.from({ length: refusalRows }, (_, index) => ({
    key_id: keyId,
    day: dayOf(at),
    endpoint: `/api/v1/${index}`,
    cause: denialCauses[index % denialCauses.length]!,
    count: 1000,
    first_at: at,
    last_at: at,
    detail: 'GET /api/v1/points',
  }));
}

function callsOf(keyId: string): CallCount[] {
  const counts: CallCount[] = [];
  for (let ago = 0; ago < days; ago++)
    for (let endpoint = 0; endpoint < endpoints; endpoint++)
      for (let writer = 0; writer < writers; writer++)
        for (const verdict of ['allowed', 'refused', 'over-quota'] as const)
          counts.push({
            keyId,
            day: dayOf(Date.now() - ago * 86_400_000),
            endpoint: `/api/v1/${endpoint}`,
            verdict,
            writer,
            requests: 1000,
            lastAt: Date.now(),
          });
  return counts;
}
