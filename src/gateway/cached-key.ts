import { createSecretKey, type KeyObject } from 'node:crypto';
import { rolesOf } from '../keys/api-token.ts';
import type { OwnedKey } from '../keys/owner-store.ts';
import { openSecret, type StoredSecret, secretsOf } from '../keys/sealed-secret.ts';
import type { SecretState } from '../keys/store.ts';
import type { CallCount } from '../keys/usage-store.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Lease, Limited } from './lease.ts';

/**
 * Everything that a decision about a call needs, and what this process has in hand for the key and has counted of
 * it. With many keys in use a call waits for memory most of all: what it looks at is here, and not in objects or
 * lists of its own.
 */
export interface CachedKey extends Limited {
  clientId: string;
  roles: string[];
  expiresAt: number | undefined;
  isSuspended: boolean;
  email: string;
  secret: CachedSecret;
  /** The one before it: until that has ended, both open. */
  oldSecret: CachedSecret | undefined;
  lease: Lease | undefined;
  counts: CallCount[];
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
    roles: sharedRoles(row),
    expiresAt: row.expires_at ?? undefined,
    isSuspended: row.suspended_at !== null,
    email: row.email,
    secret: open(secrets, row.id, inUse),
    oldSecret: old && openOld(secrets, row.id, old),
    lease: undefined,
    counts: [],
  };
}

const rolesSeen = new Map<string, string[]>();

/** Most keys have the same: one list for all of them. */
function sharedRoles(row: OwnedKey): string[] {
  const seen = rolesSeen.get(row.roles);
  if (seen) return seen;
  const roles = rolesOf(row);
  rolesSeen.set(row.roles, roles);
  return roles;
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
