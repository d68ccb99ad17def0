import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import type { KeyPolicy } from '../content/contract.ts';
import type { Db } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { dayMs, iso, isoOrNull } from '../time.ts';
import { closeRequest } from './access-request-store.ts';
import {
  type ApiToken,
  type DenialCause,
  type KeyDenial,
  type KeySecret,
  type KeyUsage,
  maxExpiryDays,
} from './contract.ts';
import { isActiveSecret, secretsOf } from './key-secrets.ts';
import { deleteKey, findKey, type KeyRow, lockKey } from './store.ts';
import { type DayUse, dayOf, listDenials } from './usage-store.ts';

/** Needed by everything that changes a person's keys. */
export interface KeyServices {
  db: Db;
  secrets: Secrets;
  mail: AccountMailQueue;
  keyPolicy: Pick<KeyPolicy, 'prefixes' | 'requestsPerHour'>;
  now: () => number;
  /** Invalidates the cached key in this process. Other processes read the new revision. */
  onChanged: (keyId: string) => void;
}

/** Another person's key answers like one that does not exist. */
export async function requireOwnKey(db: Db, userId: string, id: string): Promise<KeyRow> {
  const key = isId(id) ? await findKey(db, userId, id) : undefined;
  if (!key) throw notFound();
  return key;
}

/** Some other texts, such as one with a zero byte, would be errors in the database. */
export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);

/**
 * Deletes a key and withdraws its open request. False if the key was deleted meanwhile. The lock comes first, so that
 * nobody requests access for the key meanwhile. `recordKeyChanges` must follow in the same transaction.
 */
export async function deleteKeyAndRequest(trx: Db, keyId: string, now: number): Promise<boolean> {
  await lockKey(trx, keyId);
  await closeRequest(trx, { key_id: keyId }, { state: 'withdrawn', answered_at: now });
  return (await deleteKey(trx, keyId)) !== undefined;
}

/** A key as its owner sees it. */
export function describeKey(row: KeyRow, uses: DayUse[], now: number): ApiToken {
  const usage = summarizeUsage(uses, now);
  return {
    id: row.id,
    name: row.name,
    external_id: row.external_id,
    created_at: iso(row.created_at),
    expires_at: isoOrNull(row.expires_at),
    expires_at_max: iso(latestExpiry(row, now)),
    roles: rolesOf(row),
    usage,
    secrets: describeSecrets(row, usage.last_used_at, now),
  };
}

/** The latest expiry date that the owner can choose. */
export const latestExpiry = (row: Pick<KeyRow, 'expires_at_max'>, now: number) =>
  row.expires_at_max ?? now + maxExpiryDays * dayMs;

export const rolesOf = (row: Pick<KeyRow, 'roles'>) => row.roles.split(' ').filter((role) => role !== '');

/** The secrets that work, the current one first. */
function describeSecrets(row: KeyRow, keyLastUsedAt: string | null, now: number): KeySecret[] {
  const [current, old] = secretsOf(row);
  const overlapEnd = old?.endsAt ?? null;
  // A use after the old secret's end was of the current one. Before that, each secret has its own record.
  const isAlone = overlapEnd === null || (keyLastUsedAt !== null && Date.parse(keyLastUsedAt) > overlapEnd);
  return [current, ...(old ? [old] : [])]
    .filter((secret) => isActiveSecret(secret, now))
    .map((secret) => ({
      id: secret.id,
      created_at: iso(secret.createdAt),
      ends_at: secret === current ? null : isoOrNull(overlapEnd),
      last_used_at: secret === current && isAlone ? keyLastUsedAt : isoOrNull(secret.lastUsedAt),
    }));
}

export function summarizeUsage(rows: Omit<DayUse, 'key_id'>[], now: number): KeyUsage {
  const requestsOn = new Map<string, number>();
  for (const { day, requests } of rows) requestsOn.set(day, (requestsOn.get(day) ?? 0) + requests);
  const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => dayOf(now - ago * dayMs));
  const last = Math.max(0, ...rows.map((row) => row.last_used_at));
  return {
    last_used_at: last === 0 ? null : iso(last),
    today: requestsOn.get(dayOf(now)) ?? 0,
    last_7_days: days.map((day) => requestsOn.get(day) ?? 0),
  };
}

const adviceFor: Record<DenialCause, string> = {
  'wrong-secret':
    "Check that your program sends the whole secret of this key. If you don't know who sent it, rotate the key.",
  'ended-secret': 'A program still uses the secret from before the rotation. Give it the new one.',
  'bad-token':
    "Sign the token with HS256, this key's client_id, the current time as iat, and an exp in the future.",
  'clock-off':
    'Sign a new token for each call, and sync the clock of the machine that signs it. A token works for 5 minutes.',
  expired: 'This key has expired. Create a new one.',
  suspended: 'Your account is suspended. Write to the data team.',
  'role-too-small': 'Request all access to use that endpoint.',
  'over-quota': 'Spread your calls over the hour, or request more. Retry-After says when to try again.',
};

/** All of the last 30 days, or the most recent ones. */
export async function listKeyDenials(db: Db, keyIds: string[], max?: number): Promise<KeyDenial[]> {
  const rows = await listDenials(db, keyIds, max);
  return rows.map(({ key_id: _key, first_at, last_at, ...row }) => ({
    ...row,
    first_at: iso(first_at),
    last_at: iso(last_at),
    advice: adviceFor[row.cause],
  }));
}
