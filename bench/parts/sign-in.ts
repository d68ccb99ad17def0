import { join } from 'node:path';
import { hashPassword } from '../../src/accounts/passwords.ts';
import { insertUser } from '../../src/accounts/user-store.ts';
import { openSqlite } from '../../src/platform/database.ts';
import { randomId } from '../../src/platform/secrets.ts';
import { calls, pages } from '../../src/urls.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';
import { load } from '../load.ts';

const clients = 50;
const seconds = 5;
const password = 'Cirrus-9-over-Boston';

/** Fifty people sign in at once, over and over; meanwhile everyone else asks for their status. */
export const signInPart: Part = {
  name: 'sign-in',
  async run(): Promise<Figure[]> {
    const portal = await startPortalProcess({ LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000000' });
    await addPeople(portal.dataDir);
    const statusUrl = portal.url + calls.authStatus;
    const idle = await load({ url: statusUrl, connections: 5, seconds });
    const until = performance.now() + (seconds + 1) * 1000;
    const [counts, busy] = await Promise.all([
      Promise.all(Array.from({ length: clients }, (_, index) => signInUntil(portal.url, index, until))),
      load({ url: statusUrl, connections: 5, seconds }),
    ]);
    await portal.close();
    const signIns = counts.reduce((sum, count) => sum + count, 0);
    return [
      { what: 'sign-ins', value: signIns / (seconds + 1), unit: '/s' },
      {
        what: 'p99 of status while 50 sign in, floor: idle',
        value: busy.p99Ms,
        unit: 'ms',
        floor: idle.p99Ms,
        ratio: busy.p99Ms / Math.max(idle.p99Ms, 1),
        aim: 'under 5',
      },
    ];
  },
};

async function addPeople(dataDir: string): Promise<void> {
  const database = openSqlite(join(dataDir, 'portal.db'));
  const passwordHash = await hashPassword(password);
  for (let index = 0; index < clients; index++) {
    await insertUser(database.db, {
      id: randomId(),
      email: emailOf(index),
      name: 'Bench',
      password_hash: passwordHash,
      created_at: Date.now(),
    });
  }
  await database.close();
}

const emailOf = (index: number) => `bench-${index}@example.com`;

async function signInUntil(url: string, index: number, until: number): Promise<number> {
  let count = 0;
  while (performance.now() < until) {
    const page = await fetch(url + pages.docs);
    const cookie = page.headers.getSetCookie()[0]!.split(';')[0]!;
    const token = /name="csrf-token" content="([^"]*)"/.exec(await page.text())?.[1] ?? '';
    const answer = await fetch(url + calls.signIn, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({
        'user[email]': emailOf(index),
        'user[password]': password,
        authenticity_token: token,
      }),
    });
    if (answer.status !== 302) throw new Error(`Sign-in answered ${answer.status}`);
    count++;
  }
  return count;
}
