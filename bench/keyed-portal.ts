import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountMails } from '../src/accounts/mail-kinds.ts';
import { insertUser } from '../src/accounts/user-store.ts';
import { allAccessRole } from '../src/keys/contract.ts';
import { createKeys } from '../src/keys/keys.ts';
import { createOperator } from '../src/keys/operator.ts';
import { type Database, openPostgres, openSqlite } from '../src/platform/database.ts';
import { StoredMail } from '../src/platform/mail/store.ts';
import { randomId, randomSecret, Secrets } from '../src/platform/secrets.ts';
import { api } from '../src/urls.ts';
import { keyPolicy } from '../test/helpers/key-environment.ts';
import { signToken } from '../test/helpers/keys.ts';
import { type PortalProcess, startPortalProcess } from '../test/helpers/process.ts';

export interface KeyedPortal {
  portal: PortalProcess;
  clientId: string;
  secret: string;
  /** The header of basic auth with the secret. */
  authorization: string;
  secretKey: string;
}

const limitPerHour = '1000000000';

export const basicAuth = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** The header of basic auth with a token that the key has signed. */
export function tokenAuthorization(
  { clientId, secret }: Pick<KeyedPortal, 'clientId' | 'secret'>,
  { ageSeconds = 0 } = {},
): string {
  const claims = { client_id: clientId, iat: Math.floor(Date.now() / 1000) - ageSeconds };
  return basicAuth(clientId, signToken(secret, claims));
}

export const askedAbout = {
  'x-original-method': 'GET',
  'x-original-uri': `${api}/points?coordinates=42,-71`,
};

/** Starts a portal in a separate process with an all-access key whose quota no load uses up. */
export async function startKeyedPortal(env: Record<string, string> = {}): Promise<KeyedPortal> {
  const secretKey = randomSecret();
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const portal = await startPortalProcess({
    LOG_LEVEL: 'warn',
    SECRET_KEY: secretKey,
    DATA_DIR: dataDir,
    ...env,
  });
  const database = env.DATABASE_URL
    ? openPostgres(env.DATABASE_URL, 2)
    : openSqlite(join(dataDir, 'portal.db'));
  const key = await addKey(database, secretKey);
  await database.close();
  const authorization = basicAuth(key.clientId, key.secret);
  return { portal, ...key, authorization, secretKey };
}

async function addKey({ db }: Database, secretKey: string): Promise<{ clientId: string; secret: string }> {
  const userId = randomId();
  const email = `${userId}@example.com`;
  const person = { id: userId, email, name: 'Bench', password_hash: '-', created_at: Date.now() };
  await insertUser(db, { ...person, requests_per_hour: 5000 });
  const secrets = new Secrets([secretKey]);
  const mail = new StoredMail<AccountMails>({ secrets, now: Date.now });
  const keys = createKeys({ db, secrets, mail, keyPolicy: keyPolicy, now: Date.now, onChanged: () => {} });
  const created = await keys.create({ id: userId, email }, { name: 'Bench', lifetimeDays: undefined });
  const operator = createOperator({ db, now: Date.now });
  await operator.limit(created.external_id, limitPerHour);
  await operator.grant(created.external_id, allAccessRole);
  return { clientId: created.external_id, secret: created.token };
}
