import type { Db } from '../platform/database.ts';
import { parseEmail } from './email.ts';
import { findUserByEmail, listUsersWithoutCanonicalEmail, takeCanonicalEmail } from './user-store.ts';

/**
 * Gives every account the one text of its mailbox, which SQL cannot work out. At every start, in the order of age:
 * where two accounts share a mailbox, the older one takes the address, and the younger keeps its own spelling, by
 * which it still signs in.
 */
export async function takeCanonicalAddresses(db: Db): Promise<void> {
  for (const { id, email } of await listUsersWithoutCanonicalEmail(db)) {
    const address = parseEmail(email);
    if (address) await takeCanonicalEmail(db, id, address.canonical);
  }
}

/** The younger accounts, and whose mailbox they share. */
export async function listSharedMailboxes(db: Db): Promise<{ email: string; shared_with: string }[]> {
  const younger = await listUsersWithoutCanonicalEmail(db);
  return Promise.all(
    younger.map(async ({ email }) => {
      const canonical = parseEmail(email)?.canonical ?? email;
      const older = await findUserByEmail(db, { spelling: '', canonical });
      return { email, shared_with: older?.email ?? '' };
    }),
  );
}
