import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { OperatorError } from '../keys/operator.ts';
import { dayOf } from '../keys/usage-store.ts';
import type { Database } from '../platform/database.ts';
import { readMailState } from '../platform/mail/mail-state.ts';
import { countAll, countCalls } from './status-store.ts';
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
