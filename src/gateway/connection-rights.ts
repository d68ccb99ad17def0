import { freeRole } from '../keys/contract.ts';
import { isActiveSecret, secretsOf } from '../keys/key-secrets.ts';
import { rolesOf } from '../keys/own-key.ts';
import type { KeyRow } from '../keys/store.ts';

/** A connected app may do what the person's own working keys may do together, and at least what a free key may do. */
export interface ConnectionRights {
  roles: string[];
  /** The keys that decide, whether they work or not. A change of one of them can change the rights. */
  keyIds: string[];
  /** When the first of the working keys expires or loses its last secret. */
  until: number;
}

export function rightsOf(keys: KeyRow[], now: number): ConnectionRights {
  const ends = keys.map((key) => ({ key, end: workingUntil(key) })).filter(({ end }) => end > now);
  const roles = new Set(ends.flatMap(({ key }) => rolesOf(key)));
  return {
    roles: roles.size > 0 ? [...roles] : [freeRole],
    keyIds: keys.map(({ id }) => id),
    until: Math.min(Number.POSITIVE_INFINITY, ...ends.map(({ end }) => end)),
  };
}

/** A key works until it expires or its last secret ends. */
function workingUntil(key: KeyRow): number {
  const active = secretsOf(key).filter((secret) => isActiveSecret(secret, 0));
  const lastSecret = Math.max(0, ...active.map(({ endsAt }) => endsAt ?? Number.POSITIVE_INFINITY));
  return Math.min(key.expires_at ?? Number.POSITIVE_INFINITY, lastSecret);
}
