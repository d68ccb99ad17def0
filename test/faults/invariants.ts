import { sql } from 'kysely';
import { findInvalidRows } from '../../src/admin/store.ts';
import type { Database } from '../../src/platform/database.ts';

/** Rows that cannot exist in this run, because nothing has been deleted for its age or by the operator yet. */
const notFoundYet: Record<string, string> = {
  'a key whose making was not recorded': `select external_id from api_keys where external_id not in
    (select target from audit_events where event = 'key-created')`,
  'a recorded key that is neither there nor recorded as deleted': `select target from audit_events
    where event = 'key-created' and target not in (select external_id from api_keys)
    and target not in (select target from audit_events where event = 'key-deleted')`,
  'a code used up for an account that is not there': `select email from verification_codes
    where used_at is not null and email not in (select email from users)`,
  'an account for which no code was used up': `select email from users where email not in
    (select email from verification_codes where used_at is not null)`,
  'a code or new device without its mail, or a mail without its cause': `select codes, devices, mails from
    (select count(*) as codes from verification_codes) c,
    (select (select count(*) from devices) - (select count(*) from users) as devices) d,
    (select count(*) as mails from mail_queue where shared_as is null) m where codes + devices <> mails`,
  // The keys of a minute share an email.
  'a key without its mail, or a mail without its key': `select keys, people, mails from
    (select count(*) as keys, count(distinct actor) as people from audit_events where event = 'key-created') k,
    (select count(*) as mails from mail_queue where shared_as is not null) m where mails < people or mails > keys`,
};

/** Returns every broken invariant with a row that shows it. */
export async function brokenInvariants(database: Database): Promise<string[]> {
  const broken = (await findInvalidRows(database)).map(({ finding, about }) => `${finding}: ${about}`);
  for (const [what, query] of Object.entries(notFoundYet)) {
    const { rows } = await sql.raw(query).execute(database.db);
    if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows[0])}`);
  }
  return broken;
}
