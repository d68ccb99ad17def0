import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isActiveSecret, openSecret, secretsOf } from '../keys/key-secrets.ts';
import { OperatorError } from '../keys/operator.ts';
import { type KeyRow, keyPages } from '../keys/store.ts';
import { dayOf } from '../keys/usage-store.ts';
import type { Database, Db } from '../platform/database.ts';
import { asSystemError } from '../platform/errors.ts';
import { readMailState } from '../platform/mail/store.ts';
import { readRelease } from '../platform/release.ts';
import type { Secrets } from '../platform/secrets.ts';
import { hourMs, iso } from '../time.ts';
import { countAll, countCalls, type Finding, findFutureHours, findInvalidRows } from './store.ts';
import { listMigrations } from './table-store.ts';

/** A summary of the portal on one screen. */
export async function readStatus(database: Database, now: number, backupFolder: string | undefined) {
  const { db } = database;
  const calls = await countCalls(db, dayOf(now));
  const mail = await readMailState(db, now);
  const total = Object.values(calls).reduce((sum, count) => sum + count, 0);
  return {
    ...readRelease(),
    database: database.location,
    last_migration: (await listMigrations(db)).at(-1) ?? null,
    ...(await countAll(db, now)),
    calls_today: total,
    denied_today: total - (calls.allowed ?? 0),
    emails_waiting: mail.waiting,
    oldest_waiting_email_seconds: mail.waiting === 0 ? null : mail.oldestSeconds,
    emails_given_up: mail.givenUp,
    ...(backupFolder === undefined ? {} : { latest_backup: findLatestFile(backupFolder) }),
  };
}

export type Status = Awaited<ReturnType<typeof readStatus>>;

/** One line per number, together with what belongs to it. */
export function describeStatus(status: Status): object[] {
  const { people, suspended, keys, expired, calls_today, denied_today, latest_backup: backup } = status;
  const oldest = status.oldest_waiting_email_seconds;
  const deniedPart = calls_today === 0 ? 0 : (100 * denied_today) / calls_today;
  return Object.entries({
    version: status.version,
    commit: status.commit,
    database: status.database,
    'last migration': status.last_migration,
    processes: status.processes,
    people: suspended > 0 ? `${people}, ${suspended} suspended` : people,
    keys: expired > 0 ? `${keys}, ${expired} expired` : keys,
    'connected apps': status.connections,
    'calls today': calls_today,
    'denied today': `${denied_today} (${deniedPart.toFixed(1)} %)`,
    'emails waiting': status.emails_waiting,
    'oldest waiting email': oldest === null ? null : `${oldest} s`,
    'emails given up': status.emails_given_up,
    'latest backup': backup && `${backup.file}, ${backup.written_at}, ${backup.bytes} bytes`,
  }).flatMap(([what, value]) => (value === undefined ? [] : { what, value }));
}

function findLatestFile(folder: string) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map(({ name }) => ({ name, ...statSync(join(folder, name)) }));
    const [latest] = files.toSorted((one, other) => other.mtimeMs - one.mtimeMs);
    return latest ? { file: latest.name, written_at: iso(latest.mtimeMs), bytes: latest.size } : null;
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
  const listed = (finding: string, subjects: string[]) => subjects.map((about) => ({ finding, about }));
  return [
    ...(await findInvalidRows(database)),
    ...listed('key that SECRET_KEY cannot decrypt', await listUnreadableKeys(db, secrets, now)),
    ...listed('quota of a future hour: a clock was wrong', future),
    ...listed('email queue', describeMailProblems(await readMailState(db, now))),
  ];
}

async function listUnreadableKeys(db: Db, secrets: Secrets, now: number): Promise<string[]> {
  const unreadable: string[] = [];
  for await (const page of keyPages(db, keysPerPage))
    unreadable.push(...page.filter((key) => !isReadable(secrets, key, now)).map((key) => key.external_id));
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
