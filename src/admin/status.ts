import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { listSharedMailboxes } from '../accounts/address-history.ts';
import { isActiveSecret, openSecret, secretsOf } from '../keys/key-secrets.ts';
import { OperatorError } from '../keys/operator.ts';
import { type KeyRow, listKeysAfter } from '../keys/store.ts';
import { dayOf } from '../keys/usage-store.ts';
import type { Database, Db } from '../platform/database.ts';
import { asSystemError } from '../platform/errors.ts';
import { readMailState } from '../platform/mail/store.ts';
import type { Secrets } from '../platform/secrets.ts';
import { hourMs, iso } from '../time.ts';
import { countAll, countCalls, type Finding, findFutureHours, findInvalidRows } from './store.ts';
import { listMigrations } from './table-store.ts';

/** A summary of the portal on one screen. */
export async function readStatus(database: Database, now: number, backupFolder: string | undefined) {
  const { db } = database;
  const counts = await countAll(db, now);
  const calls = await countCalls(db, dayOf(now));
  const mail = await readMailState(db, now);
  const total = Object.values(calls).reduce((sum, count) => sum + count, 0);
  const denied = total - (calls.allowed ?? 0);
  return Object.entries({
    version: packageFile.version,
    database: database.place,
    'last migration': (await listMigrations(db)).at(-1) ?? 'none',
    processes: counts.processes,
    people: counts.suspended > 0 ? `${counts.people}, ${counts.suspended} suspended` : counts.people,
    keys: counts.expired > 0 ? `${counts.keys}, ${counts.expired} expired` : counts.keys,
    'calls today': total,
    'denied today': total === 0 ? '0' : `${denied} (${((100 * denied) / total).toFixed(1)} %)`,
    'emails waiting': mail.waiting,
    'oldest waiting email': mail.waiting === 0 ? 'none' : `${mail.oldestSeconds} s`,
    'emails given up': mail.givenUp,
    ...(backupFolder === undefined ? {} : { 'latest backup': describeLatestFile(backupFolder) }),
  }).map(([what, value]) => ({ what, value }));
}

function describeLatestFile(folder: string): string {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map(({ name }) => ({ name, ...statSync(join(folder, name)) }));
    const [latest] = files.toSorted((one, other) => other.mtimeMs - one.mtimeMs);
    return latest ? `${latest.name}, ${iso(latest.mtimeMs)}, ${latest.size} bytes` : 'none';
  } catch (error) {
    throw new OperatorError(`${folder} cannot be read: ${asSystemError(error).code}`);
  }
}

const keysPerPage = 500;
/** The email queue retries at shorter intervals than this for the first hours. */
const maxMailWaitSeconds = 3600;

/** Everything that needs an operator's attention. It only reads, and can run next to a portal. */
export async function check(database: Database, secrets: Secrets, now: number): Promise<Finding[]> {
  const { db } = database;
  const future = await findFutureHours(db, Math.floor(now / hourMs));
  const shared = await listSharedMailboxes(db);
  const listed = (finding: string, subjects: string[]) => subjects.map((about) => ({ finding, about }));
  return [
    ...(await findInvalidRows(database)),
    ...listed('key that SECRET_KEY cannot decrypt', await listUnreadableKeys(db, secrets, now)),
    ...listed('quota of a future hour: a clock was wrong', future),
    ...listed('email queue', describeMailProblems(await readMailState(db, now))),
    ...listed(
      'account that shares a mailbox with an older one',
      shared.map(({ email, shared_with }) => `${email} (${shared_with})`),
    ),
  ];
}

async function listUnreadableKeys(db: Db, secrets: Secrets, now: number): Promise<string[]> {
  const unreadable: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: KeyRow[] = await listKeysAfter(db, after, keysPerPage);
    unreadable.push(...page.filter((key) => !isReadable(secrets, key, now)).map((key) => key.external_id));
    after = page.at(-1)?.id;
  }
  return unreadable;
}

/** Expired secrets are not checked: nobody needs them any more. */
function isReadable(secrets: Secrets, key: KeyRow, now: number): boolean {
  try {
    for (const stored of secretsOf(key)) if (isActiveSecret(stored, now)) openSecret(secrets, key.id, stored);
    return true;
  } catch {
    return false;
  }
}

function describeMailProblems(state: Awaited<ReturnType<typeof readMailState>>): string[] {
  const { waiting, oldestSeconds, givenUp } = state;
  return [
    ...(oldestSeconds > maxMailWaitSeconds
      ? [`${waiting} waiting, the oldest for ${Math.round(oldestSeconds / 60)} minutes`]
      : []),
    ...(givenUp > 0 ? [`${givenUp} given up in the last 24 hours`] : []),
  ];
}
