import type { Db } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { dayMs, iso, isoOrNull } from '../time.ts';
import {
  type ApiToken,
  type DenialCause,
  type KeyDenial,
  type KeySecret,
  type KeyUsage,
  maxExpiryDays,
} from './contract.ts';
import { isActiveSecret, secretsOf } from './key-secrets.ts';
import { findKey, type KeyRow } from './store.ts';
import { type DayUse, dayOf, listDenials } from './usage-store.ts';

/** Another person's key is one that does not exist. */
export async function requireOwnKey(db: Db, userId: string, id: string): Promise<KeyRow> {
  const key = isId(id) ? await findKey(db, userId, id) : undefined;
  if (!key) throw notFound();
  return key;
}

/** Anything else is no id, and some of it (a zero byte) no text that a database takes. */
export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);

/** A key as its owner sees it. */
export function describeKey(row: Omit<KeyRow, 'slot'>, uses: DayUse[], now: number): ApiToken {
  const usage = usageOf(uses, now);
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

/** The latest end that the owner may choose. */
export const latestExpiry = (row: Pick<KeyRow, 'expires_at_max'>, now: number) =>
  row.expires_at_max ?? now + maxExpiryDays * dayMs;

export const rolesOf = (row: Pick<KeyRow, 'roles'>) => row.roles.split(' ').filter((role) => role !== '');

/** Those that work: the one in use first. */
function describeSecrets(row: Omit<KeyRow, 'slot'>, keyLastUsedAt: string | null, now: number): KeySecret[] {
  const [inUse, old] = secretsOf(row);
  const describe = (id: string, createdAt: number, endsAt: number | null, lastUsedAt: string | null) => ({
    id,
    created_at: iso(createdAt),
    ends_at: isoOrNull(endsAt),
    last_used_at: lastUsedAt,
  });
  const overlapEnd = old?.endsAt ?? null;
  // What was used after the other one had ended was this one; before that each has a note of its own.
  const isAlone = overlapEnd === null || (keyLastUsedAt !== null && Date.parse(keyLastUsedAt) > overlapEnd);
  const lastUsedAt = isAlone ? keyLastUsedAt : isoOrNull(inUse.lastUsedAt);
  const shown: KeySecret[] = [];
  if (isActiveSecret(inUse, now)) shown.push(describe(inUse.id, inUse.createdAt, null, lastUsedAt));
  if (old && isActiveSecret(old, now))
    shown.push(describe(old.id, old.createdAt, overlapEnd, isoOrNull(old.lastUsedAt)));
  return shown;
}

/** What the API Keys page shows of a key's counts. */
export function usageOf(
  rows: { day: string; requests: number; last_used_at: number }[],
  now: number,
): KeyUsage {
  const requestsOn = new Map<string, number>();
  for (const { day, requests } of rows) requestsOn.set(day, (requestsOn.get(day) ?? 0) + requests);
  const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => dayOf(now - ago * dayMs));
  const last = Math.max(0, ...rows.map((row) => row.last_used_at));
  return {
    last_used_at: last === 0 ? null : new Date(last).toISOString(),
    today: requestsOn.get(dayOf(now)) ?? 0,
    last_7_days: days.map((day) => requestsOn.get(day) ?? 0),
  };
}

/** What the owner can do about it. */
const adviceFor: Record<DenialCause, string> = {
  'wrong-secret':
    'Check the secret that your program sends: is it whole, and is it this key’s? If you do not know who sent it, rotate the key.',
  'ended-secret': 'A program still uses the secret from before the rotation: give it the new one.',
  'bad-token':
    'Sign the token with HS256, with this key’s client_id, an iat of now, and an exp that is not over.',
  'clock-off': 'Set the clock of the machine that signs the token: iat may be at most 5 minutes off.',
  expired: 'This key has expired: make a new one.',
  suspended: 'Your account is suspended: write to the data team.',
  'role-too-small': 'This key does not reach that endpoint: ask for access.',
  'over-quota': 'Spread your calls over the hour, or ask for more: Retry-After says when to go on.',
};

export async function listKeyDenials(db: Db, keyId: string): Promise<KeyDenial[]> {
  const rows = await listDenials(db, keyId);
  return rows.map(({ day, endpoint, cause, count, first_at, last_at, detail }) => ({
    day,
    endpoint,
    cause,
    count,
    first_at: new Date(first_at).toISOString(),
    last_at: new Date(last_at).toISOString(),
    detail,
    advice: adviceFor[cause],
  }));
}
