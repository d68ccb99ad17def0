import { listSharedMailboxes } from '../accounts/address-history.ts';
import { isActiveSecret, openSecret, secretsOf } from '../keys/key-secrets.ts';
import { type KeyRow, listKeysAfter } from '../keys/store.ts';
import type { Database, Db } from '../platform/database.ts';
import { readMailState } from '../platform/mail/mail-state.ts';
import type { Secrets } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import { findBroken, findHoursAhead } from './check-store.ts';

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
