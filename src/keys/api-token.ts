import { dayMs, iso, isoOrNull } from '../time.ts';
import { type ApiToken, expiryDaysMax, type KeySecret } from './contract.ts';
import { isActiveSecret, secretsOf } from './sealed-secret.ts';
import type { KeyRow } from './store.ts';
import { usageOf } from './usage.ts';
import type { DayUse } from './usage-store.ts';

/** A key as its owner sees it. */
export function describeKey(row: Omit<KeyRow, 'slot'>, uses: DayUse[], now: number): ApiToken {
  const usage = usageOf(uses, now);
  return {
    id: row.id,
    name: row.name,
    external_id: row.external_id,
    created_at: iso(row.created_at),
    expires_at: isoOrNull(row.expires_at),
    expires_at_max: iso(latestEnd(row, now)),
    roles: rolesOf(row),
    usage,
    secrets: describeSecrets(row, usage.last_used_at, now),
  };
}

/** The latest end that the owner may choose. */
export const latestEnd = (row: Pick<KeyRow, 'expires_at_max'>, now: number) =>
  row.expires_at_max ?? now + expiryDaysMax * dayMs;

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
