import { sql } from 'kysely';
import { freeRole, maxKeysPerPerson } from '../src/keys/contract.ts';
import { newClientId, newSecret, sealSecret } from '../src/keys/key-secrets.ts';
import type { NewKey } from '../src/keys/store.ts';
import { dayOf } from '../src/keys/usage-store.ts';
import type { Database, Db } from '../src/platform/database.ts';
import { randomId, type Secrets } from '../src/platform/secrets.ts';
import { basicAuth } from './keyed-portal.ts';
import { hashOfPassword } from './people.ts';

export interface ManyKeys {
  emails: string[];
  /** The headers of basic auth with the secrets of these people's keys. */
  authorizations: string[];
}

const keysPerBatch = 5000;
const requestsPerHour = 1_000_000_000;

/**
 * Adds people with five keys each, and a day of usage to every key, straight into the tables and in one
 * transaction. The keys of the first `peopleKept` work and are returned; the others differ in what is indexed and
 * share the rest, which no query looks at.
 */
export async function addManyKeys(
  { db, engine }: Database,
  secrets: Secrets,
  { count, peopleKept }: { count: number; peopleKept: number },
): Promise<ManyKeys> {
  const kept: ManyKeys = { emails: [], authorizations: [] };
  const now = Date.now();
  const common = {
    name: 'Bench',
    password_hash: await hashOfPassword(),
    created_at: now,
    requests_per_hour: requestsPerHour,
  };
  const [sealed] = keysOf('nobody', secrets, now);
  await db.transaction().execute(async (trx) => {
    for (let done = 0; done < count; done += keysPerBatch) {
      const length = Math.min(keysPerBatch, count - done) / maxKeysPerPerson;
      const people = Array.from({ length }, () => {
        const id = randomId();
        const email = `${id}@example.com`;
        return { id, email, ...common };
      });
      const keys = people.flatMap(({ id, email }) => {
        if (kept.emails.length >= peopleKept) return otherKeysOf(id, sealed!.row);
        const made = keysOf(id, secrets, now);
        kept.emails.push(email);
        kept.authorizations.push(...made.map(({ row, secret }) => basicAuth(row.external_id, secret)));
        return made.map(({ row }) => row);
      });
      await insertRows(trx, engine, 'users', people);
      await insertRows(trx, engine, 'api_keys', keys);
      const used = {
        day: dayOf(now),
        endpoint: 'other',
        verdict: 'allowed',
        writer: 0,
        requests: 1,
        last_at: now,
      };
      await insertRows(
        trx,
        engine,
        'key_calls',
        keys.map((key) => ({ key_id: key.id, ...used })),
      );
    }
  });
  return kept;
}

const slots = Array.from({ length: maxKeysPerPerson }, (_, index) => index + 1);

function keysOf(userId: string, secrets: Secrets, now: number): { row: NewKey; secret: string }[] {
  return slots.map((slot) => {
    const id = randomId();
    const secret = newSecret('wb');
    const { sealed, signature } = sealSecret(secrets, { keyId: id }, secret);
    const row = {
      id,
      user_id: userId,
      slot,
      name: `Key ${slot}`,
      external_id: newClientId('wb'),
      secret_id: id,
      secret_sealed: sealed,
      secret_signature: signature,
      secret_state: 'active' as const,
      secret_created_at: now,
      roles: freeRole,
      requests_per_hour: requestsPerHour,
      created_at: now,
      expires_at: null,
    };
    return { row, secret };
  });
}

const otherKeysOf = (userId: string, like: NewKey): NewKey[] =>
  slots.map((slot) => ({ ...like, id: randomId(), user_id: userId, slot, external_id: newClientId('wb') }));

/** Rows are passed as one JSON text, because thousands of parameters would take longer. */
async function insertRows(db: Db, engine: Database['engine'], table: string, rows: object[]): Promise<void> {
  const names = Object.keys(rows[0]!);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const json = JSON.stringify(rows);
  if (engine === 'postgres') {
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
    return;
  }
  const fields = sql.join(names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)}`));
  await sql`insert into ${sql.table(table)} (${columns}) select ${fields} from json_each(${json})`.execute(
    db,
  );
}
