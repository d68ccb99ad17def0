import type { Secrets } from '../platform/secrets.ts';
import type { KeyRow, SecretState } from './store.ts';

/** A key's secret as it is stored: encrypted for its row and its id alone, and signed, so that none can be swapped. */
export interface StoredSecret {
  id: string;
  sealed: string;
  signature: string;
  createdAt: number;
  state: SecretState;
  /** None for the one in use: it ends with the key. */
  endsAt: number | null;
  lastUsedAt: number | null;
}

const purpose = 'api keys';

/** The one in use, and the one before it if there was one, ended or not. */
export function secretsOf(row: Omit<KeyRow, 'slot'>): [StoredSecret, ...StoredSecret[]] {
  const inUse: StoredSecret = {
    id: row.secret_id ?? row.id,
    sealed: row.secret_sealed,
    signature: row.secret_signature,
    createdAt: row.secret_created_at ?? row.created_at,
    state: row.secret_state,
    endsAt: null,
    lastUsedAt: row.secret_last_used_at,
  };
  if (row.old_secret_sealed === null) return [inUse];
  const old: StoredSecret = {
    id: row.old_secret_id ?? row.id,
    sealed: row.old_secret_sealed,
    signature: row.old_secret_signature!,
    createdAt: row.old_secret_created_at ?? row.created_at,
    state: row.old_secret_state ?? 'active',
    endsAt: row.old_secret_ends_at,
    lastUsedAt: row.old_secret_last_used_at,
  };
  return [inUse, old];
}

/**
 * The one rule for whether a secret works. A clock can end a secret at its scheduled time, but no clock brings back
 * one whose end is recorded.
 */
export const isActiveSecret = (
  { state, endsAt }: { state: SecretState; endsAt?: number | null | undefined },
  now: number,
) => state === 'active' && (endsAt == null || endsAt > now);

export const sealSecret = (
  secrets: Secrets,
  { keyId, secretId = keyId }: { keyId: string; secretId?: string },
  secret: string,
): Pick<StoredSecret, 'sealed' | 'signature'> => ({
  sealed: secrets.encrypt(purpose, contextOf(keyId, secretId), secret),
  signature: secrets.sign(purpose, secret),
});

/** Throws when SECRET_KEY no longer has what it was stored under, or the row was tampered with. */
export function openSecret(secrets: Secrets, keyId: string, stored: StoredSecret): string {
  const secret = secrets.decrypt(purpose, contextOf(keyId, stored.id), stored.sealed);
  if (!secrets.isSigned(purpose, secret, stored.signature))
    throw new Error('The signature is not of this secret');
  return secret;
}

/** The first secret is sealed as it was before there could be a second. */
const contextOf = (keyId: string, secretId: string) => (secretId === keyId ? keyId : `${keyId} ${secretId}`);
