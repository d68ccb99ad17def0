import { createSecretKey, type KeyObject } from 'node:crypto';
import { rolesOf } from '../keys/api-token.ts';
import type { OwnedKey } from '../keys/owner-store.ts';
import { openSecret, type StoredSecret, secretsOf } from '../keys/sealed-secret.ts';
import type { SecretState } from '../keys/store.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Limited } from './lease.ts';

/** Everything about a key that a decision about a call needs. Quota and usage are kept elsewhere, by its id. */
export interface CachedKey extends Limited {
  clientId: string;
  roles: string[];
  expiresAt: number | undefined;
  isSuspended: boolean;
  email: string;
  secret: CachedSecret;
  /** The one before it: until that has ended, both open. */
  oldSecret: CachedSecret | undefined;
}

export class CachedSecret {
  readonly id: string;
  readonly text: string;
  readonly state: SecretState;
  readonly endsAt: number | undefined;
  #signingKey: KeyObject | undefined;

  constructor(stored: StoredSecret, text: string) {
    this.id = stored.id;
    this.text = text;
    this.state = stored.state;
    this.endsAt = stored.endsAt ?? undefined;
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
    personId: row.user_id,
    keyLimit: row.requests_per_hour,
    personLimit: row.person_requests_per_hour,
    clientId: row.external_id,
    roles: rolesOf(row),
    expiresAt: row.expires_at ?? undefined,
    isSuspended: row.suspended_at !== null,
    email: row.email,
    secret: open(secrets, row.id, inUse),
    oldSecret: old && openOld(secrets, row.id, old),
  };
}

const open = (secrets: Secrets, keyId: string, stored: StoredSecret) =>
  new CachedSecret(stored, openSecret(secrets, keyId, stored));

function openOld(secrets: Secrets, keyId: string, stored: StoredSecret): CachedSecret | undefined {
  try {
    return open(secrets, keyId, stored);
  } catch {
    return undefined;
  }
}
