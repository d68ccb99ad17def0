import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { openSecret, type StoredSecret, sealSecret, secretsOf } from './sealed-secret.ts';
import { type KeyRow, listKeysAfter, resealKey, type SecretColumns } from './store.ts';

/** So few that their transaction is over before anyone has noticed it. */
const pageRows = 100;
/** SQLite lets a process that waits for the lock try again only now and then: the lock must be free when it does. */
const pauseMs = 10;

/**
 * Puts every secret of every key under the newest of SECRET_KEY, so that the older ones can leave the list.
 * The keys stay what they are: running servers go on, and notice nothing. What is stopped in the middle is
 * whole as far as it came, and goes on from there the next time.
 */
export async function resealKeys(
  db: Db,
  secrets: Secrets,
): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for (let page = await listKeysAfter(db, '', pageRows); page.length > 0; ) {
    const due: { key: KeyRow; seals: Partial<SecretColumns> }[] = [];
    for (const key of page) {
      const seals = sealAnew(secrets, key);
      if (seals === undefined) counts.unreadable++;
      else if (Object.keys(seals).length > 0) due.push({ key, seals });
    }
    if (due.length > 0) {
      await db.transaction().execute(async (trx) => {
        for (const { key, seals } of due) await resealKey(trx, key, seals);
      });
      counts.resealed += due.length;
      await sleep(pauseMs);
    }
    page = await listKeysAfter(db, page.at(-1)!.id, pageRows);
  }
  return counts;
}

/** The columns that change; undefined when one of the secrets cannot be read. */
function sealAnew(secrets: Secrets, key: KeyRow): Partial<SecretColumns> | undefined {
  const [inUse, old] = secretsOf(key);
  const seal = (stored: StoredSecret) =>
    sealSecret(secrets, { keyId: key.id, secretId: stored.id }, openSecret(secrets, key.id, stored));
  const isDue = (stored: StoredSecret) =>
    !(secrets.isNewest(stored.sealed) && secrets.isNewest(stored.signature));
  const seals: Partial<SecretColumns> = {};
  try {
    if (isDue(inUse)) {
      const { sealed, signature } = seal(inUse);
      Object.assign(seals, { secret_sealed: sealed, secret_signature: signature });
    }
    if (old && isDue(old)) {
      const { sealed, signature } = seal(old);
      Object.assign(seals, { old_secret_sealed: sealed, old_secret_signature: signature });
    }
    return seals;
  } catch {
    return undefined;
  }
}
