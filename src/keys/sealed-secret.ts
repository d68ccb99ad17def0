import type { Secrets } from '../platform/secrets.ts';
import type { KeyRow } from './store.ts';

/** A key's secret as it is stored: encrypted for its row alone, and signed, so that no row can be swapped. */

const purpose = 'api keys';

type SealedSecret = Pick<KeyRow, 'secret_sealed' | 'secret_signature'>;

export const sealSecret = (secrets: Secrets, keyId: string, secret: string): SealedSecret => ({
  secret_sealed: secrets.encrypt(purpose, keyId, secret),
  secret_signature: secrets.sign(purpose, secret),
});

/** Throws when SECRET_KEY no longer has what it was stored under, or the row was tampered with. */
export function openSecret(secrets: Secrets, row: KeyRow): string {
  const secret = secrets.decrypt(purpose, row.id, row.secret_sealed);
  if (!secrets.isSigned(purpose, secret, row.secret_signature))
    throw new Error('The signature is not of this secret');
  return secret;
}
