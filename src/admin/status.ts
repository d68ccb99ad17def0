import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { listSharedMailboxes } from '../accounts/address-history.ts';
import { isActiveSecret, openSecret, secretsOf } from '../keys/key-secrets.ts';
import { OperatorError } from '../keys/operator.ts';
import { type KeyRow, listKeysAfter } from '../keys/store.ts';
import { dayOf } from '../keys/usage-store.ts';
import type { Database, Db } from '../platform/database.ts';
import { readMailState } from '../platform/mail/store.ts';
import type { Secrets } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import { countAll, countCalls, findBroken, findHoursAhead } from './store.ts';
import { listMigrations } from './table-store.ts';

/** How the portal is doing, on one screen. */
export async function readStatus(database: Database, now: number, backups: string | undefined) {
  const { db } = database;
  const counts = await countAll(db, now);
  const calls = await countCalls(db, dayOf(now));
  const mail = await readMailState(db, now);
  const all = Object.values(calls).reduce((sum, count) => sum + count, 0);
  const refused = all - (calls.allowed ?? 0);
  return Object.entries({
    version: packageFile.version,
    database: database.place,
    'last migration': (await listMigrations(db)).at(-1) ?? 'none',
    processes: counts.processes,
    people: counts.suspended > 0 ? `${counts.people}, ${counts.suspended} suspended` : counts.people,
    keys: counts.expired > 0 ? `${counts.keys}, ${counts.expired} expired` : counts.keys,
    'calls today': all,
    'of them refused': all === 0 ? '0' : `${refused} (${((100 * refused) / all).toFixed(1)} %)`,
    'mail waiting': mail.waiting,
    'oldest of it': mail.waiting === 0 ? 'none' : `${mail.oldestSeconds} s`,
    'mail given up': mail.givenUp,
    ...(backups === undefined ? {} : { 'last backup': lastBackup(backups) }),
  }).map(([what, value]) => ({ what, value }));
}

function lastBackup(folder: string): string {
  const files = listFiles(folder).map((name) => ({ name, ...sizeAndTime(join(folder, name)) }));
  const newest = files.toSorted((one, other) => other.at - one.at)[0];
  return newest ? `${newest.name}, ${new Date(newest.at).toISOString()}, ${newest.bytes} bytes` : 'none';
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch (error) {
    throw new OperatorError(`${folder} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function sizeAndTime(path: string): { at: number; bytes: number } {
  const { mtimeMs, size } = statSync(path);
  return { at: mtimeMs, bytes: size };
}

const pageKeys = 500;
/** Longer than the queue waits between two tries, for the first hours. */
const mailWaitsSecondsMax = 3600;

/** What somebody has to look at, or nothing. Reads only, beside whatever runs. */
export async function check(database: Database, secrets: Secrets, now: number) {
  const { db } = database;
  const told = (finding: string, about: string) => ({ finding, about });
  const shared = await listSharedMailboxes(db);
  const ahead = await findHoursAhead(db, Math.floor(now / hourMs));
  return [
    ...(await findBroken(database)),
    ...(await listUnreadable(db, secrets, now)).map((id) => told('a key that SECRET_KEY does not open', id)),
    ...ahead.map((id) => told('an hour that has not begun: a clock was wrong', id)),
    ...(await mailFindings(db, now)).map((about) => told('mail', about)),
    ...shared.map(({ email, shared_with }) =>
      told('an account that shares the mailbox of an older one', `${email} (${shared_with})`),
    ),
  ];
}

async function listUnreadable(db: Db, secrets: Secrets, now: number): Promise<string[]> {
  const unreadable: string[] = [];
  let page = await listKeysAfter(db, '', pageKeys);
  for (; page.length > 0; page = await listKeysAfter(db, page.at(-1)!.id, pageKeys))
    unreadable.push(...page.filter((key) => !opens(secrets, key, now)).map((key) => key.external_id));
  return unreadable;
}

/** Of a secret that has ended nothing is asked any more. */
function opens(secrets: Secrets, key: KeyRow, now: number): boolean {
  try {
    for (const stored of secretsOf(key)) if (isActiveSecret(stored, now)) openSecret(secrets, key.id, stored);
    return true;
  } catch {
    return false;
  }
}

async function mailFindings(db: Db, now: number): Promise<string[]> {
  const { waiting, oldestSeconds, givenUp } = await readMailState(db, now);
  return [
    ...(oldestSeconds > mailWaitsSecondsMax
      ? [`${waiting} wait, the oldest for ${Math.round(oldestSeconds / 60)} minutes`]
      : []),
    ...(givenUp > 0 ? [`${givenUp} given up within a day`] : []),
  ];
}
