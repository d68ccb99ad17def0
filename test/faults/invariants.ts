import { sql } from 'kysely';
import type { Database } from '../../src/platform/database.ts';

/** What may never be found in the database, whatever happened before: each of these returns the offending rows. */
const neverFound: Record<string, string> = {
  'a person with more than five keys': 'select user_id from api_keys group by user_id having count(*) > 5',
  'a key of nobody': 'select id from api_keys where user_id not in (select id from users)',
  'a session of a person who is not there':
    'select id_hash from sessions where user_id is not null and user_id not in (select id from users)',
  'usage of no key': 'select key_id from key_calls where key_id not in (select id from api_keys)',
  'a refusal of no key': 'select key_id from key_refusals where key_id not in (select id from api_keys)',
  'two secrets of which one is not whole': `select id from api_keys
    where (old_secret_sealed is null) <> (old_secret_ends_at is null)`,
  'a change that no revision has counted':
    'select key_id from key_changes where revision > (select revision from key_revision)',
  'quota of no key': 'select key_id from key_quota where key_id not in (select id from api_keys)',
  'a key whose making was not recorded': `select external_id from api_keys where external_id not in
    (select target from audit_events where event = 'key-created')`,
  'a recorded key that is neither there nor recorded as deleted': `select target from audit_events
    where event = 'key-created' and target not in (select external_id from api_keys)
    and target not in (select target from audit_events where event = 'key-deleted')`,
  'a key that is there though its deletion was recorded': `select external_id from api_keys
    where external_id in (select target from audit_events where event = 'key-deleted')`,
  'a code used up for an account that is not there': `select email from verification_codes
    where used_at is not null and email not in (select email from users)`,
  'an account for which no code was used up': `select email from users where email not in
    (select email from verification_codes where used_at is not null)`,
  'a code used before it was verified':
    'select email from verification_codes where used_at is not null and verified_at is null',
  'a code without its mail, or a mail without its code': `select codes, mails from (select count(*) as codes from verification_codes) c,
    (select count(*) as mails from mail_queue) m where codes <> mails`,
  'a sent mail whose text was kept':
    'select id from mail_queue where done_at is not null and sealed is not null',
  'a waiting mail without its text': 'select id from mail_queue where done_at is null and sealed is null',
  'no key revision, or two': 'select count(*) as rows from key_revision having count(*) <> 1',
};

/** Every broken one with a row that shows it. */
export async function brokenInvariants({ db, engine }: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, query] of Object.entries(neverFound)) {
    const { rows } = await sql.raw(query).execute(db);
    if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows[0])}`);
  }
  return engine === 'sqlite' ? [...broken, ...(await damage(db))] : broken;
}

async function damage(db: Database['db']): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}
