import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { openSecret, sealSecret } from './sealed-secret.ts';
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
      const secret = findSecret(secrets, key);
      if (secret === undefined) counts.unreadable++;
      else {
        await resealKey(db, key, sealSecret(secrets, key.id, secret));
        counts.resealed++;
      }
    }
    page = await listKeysAfter(db, page.at(-1)!.id, pageRows);
  }
  return counts;
}

function findSecret(secrets: Secrets, key: KeyRow): string | undefined {
  try {
    return openSecret(secrets, key);
  } catch {
    return undefined;
  }
}
