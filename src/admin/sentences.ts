import type { Database } from '../platform/database.ts';
import { readMailState } from '../platform/mail/store.ts';
import type { Row } from '../platform/terminal-text.ts';
import { countAll, rowRules } from './store.ts';

const count = (number: Row[string] | undefined, noun: string) =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;
const keyOf = ({ client_id, name }: Row) => `Key ${client_id} (${name})`;

/** A change is confirmed in a sentence. `--json` prints the row. */
export const sentences: Record<string, (row: Row) => string> = {
  grant: (row) => `${keyOf(row)} now has the role ${[row.roles].flat().join(' ')}.`,
  decline: ({ client_id }) =>
    `The request for key ${client_id} was declined. Its owner gets an email with your reason.`,
  expire: (row) =>
    row.expires_at === null ? `${keyOf(row)} never expires.` : `${keyOf(row)} expires at ${row.expires_at}.`,
  limit: (row) =>
    'client_id' in row
      ? `${keyOf(row)} may make ${row.requests_per_hour} calls per hour.`
      : `${personOf(row)} may make ${row.requests_per_hour} calls per hour, with all keys together.`,
  revoke: ({ client_id }) => `Key ${client_id} is deleted. It stops working within a second.`,
  disconnect: ({ disconnected }) =>
    `Ended ${count(disconnected, 'connection')}. Tokens stop working within a second.`,
  suspend: (row) =>
    `${personOf(row)} is suspended. All keys and connected apps stop working within a second.`,
  resume: (row) => `${personOf(row)} is reinstated.`,
  reseal: ({ resealed, unreadable }) =>
    `Re-encrypted ${count(resealed, 'key')} with the first entry of SECRET_KEY.${
      unreadable === 0 ? '' : ` ${count(unreadable, 'key')} could not be decrypted; check lists them.`
    }`,
  export: ({ rows, from, file }) =>
    `Exported ${count(rows, 'row')} from ${from} to ${file}. The file is as sensitive as a backup.`,
  import: ({ rows, file, into }) => `Imported ${count(rows, 'row')} from ${file} into ${into}.`,
  erase: ({ email, account_erased, keys, suspension_kept }) =>
    [
      account_erased
        ? `Erased the account ${email} with ${count(keys, 'key')}.`
        : `No account with email ${email}. Anything left of an earlier one was erased.`,
      ...(suspension_kept
        ? ['The suspension stays under keyed hashes for at most 24 months; resume erases it too.']
        : []),
    ].join(' '),
};

const personOf = ({ email, account_deleted }: Row) =>
  account_deleted ? `A new account with ${email}` : `${email}`;

/** Says what `check` has looked at, so that "no problems" means something. */
export async function describeCheck(
  { db, engine }: Database,
  findings: object,
  now: number,
): Promise<string> {
  const { people, keys } = await countAll(db, now);
  const { waiting } = await readMailState(db, now);
  const found = Array.isArray(findings) ? findings.length : 0;
  const problems = found === 0 ? 'No problems found' : `${count(found, 'problem')} found`;
  const file = engine === 'postgres' ? '' : ', the database file';
  return `${problems}. Checked: ${rowRules} rules for the rows of all tables${file}, the secrets and quotas of ${count(keys, 'key')}, the addresses of ${count(people, 'account')}, and the email queue with ${waiting} waiting.`;
}
