import { createSecretKey, type KeyObject } from 'node:crypto';
import { rolesOf } from '../keys/api-token.ts';
import type { OwnedKey } from '../keys/owner-store.ts';
import { openSecret, type StoredSecret, secretsOf } from '../keys/sealed-secret.ts';
import type { Secrets } from '../platform/secrets.ts';

/** Everything that a decision about a call needs. */
export interface CachedKey {
  id: string;
  clientId: string;
  roles: string[];
  requestsPerHour: number;
  expiresAt: number;
  owner: { id: string; email: string; requestsPerHour: number; isSuspended: boolean };
  /** The one in use, and the one before it: until that has ended, both open. */
  secrets: CachedSecret[];
}

export class CachedSecret {
  readonly id: string;
  readonly text: string;
  readonly endsAt: number;
  #signingKey: KeyObject | undefined;

  constructor(stored: StoredSecret, text: string) {
    this.id = stored.id;
    this.text = text;
    this.endsAt = stored.endsAt ?? Number.POSITIVE_INFINITY;
  }

  /** Made for the first token: most keys are used by their secret, and these objects are not small. */
  get signingKey(): KeyObject {
    this.#signingKey ??= createSecretKey(this.text, 'utf8');
    return this.#signingKey;
  }
}

/** Throws when the secret in use cannot be opened. The one before it may be under a key that is gone: then it is over. */
export function toCachedKey(secrets: Secrets, row: OwnedKey): CachedKey {
  const [inUse, old] = secretsOf(row);
  return {
    id: row.id,
    clientId: row.external_id,
    roles: rolesOf(row),
    requestsPerHour: row.requests_per_hour,
    expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    owner: {
      id: row.user_id,
      email: row.email,
      requestsPerHour: row.person_requests_per_hour,
      isSuspended: row.suspended_at !== null,
    },
    secrets: [open(secrets, row.id, inUse), ...(old ? openOld(secrets, row.id, old) : [])],
  };
}

const open = (secrets: Secrets, keyId: string, stored: StoredSecret) =>
  new CachedSecret(stored, openSecret(secrets, keyId, stored));

function openOld(secrets: Secrets, keyId: string, stored: StoredSecret): CachedSecret[] {
  try {
    return [open(secrets, keyId, stored)];
  } catch {
    return [];
  }
}
