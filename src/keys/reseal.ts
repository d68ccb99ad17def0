import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { secretPurpose } from './keys.ts';
import { type KeyRow, listKeysAfter, resealKey } from './store.ts';

const pageRows = 500;

/**
 * Puts every API key under the newest of SECRET_KEY, so that the older ones can leave the list. The keys
 * stay what they are: running servers go on, and notice nothing.
 */
export async function resealKeys(
  db: Db,
  secrets: Secrets,
): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for (let page = await listKeysAfter(db, '', pageRows); page.length > 0; ) {
    for (const key of page) {
      if (secrets.isNewest(key.secret_sealed) && secrets.isNewest(key.secret_signature)) continue;
      const secret = open(secrets, key);
      if (secret === undefined) counts.unreadable++;
      else {
        await resealKey(db, key, {
          secret_sealed: secrets.encrypt(secretPurpose, key.id, secret),
          secret_signature: secrets.sign(secretPurpose, secret),
        });
        counts.resealed++;
      }
    }
    page = await listKeysAfter(db, page.at(-1)!.id, pageRows);
  }
  return counts;
}

function open(secrets: Secrets, key: KeyRow): string | undefined {
  try {
    const secret = secrets.decrypt(secretPurpose, key.id, key.secret_sealed);
    return secrets.isSigned(secretPurpose, secret, key.secret_signature) ? secret : undefined;
  } catch {
    return undefined;
  }
}
