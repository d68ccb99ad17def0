import { writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { closeRequest } from './access-request-store.ts';
import { recordKeyChanges } from './change-store.ts';
import { discardNewSecret, endBothSecrets } from './rotation-store.ts';
import { secretsOf } from './sealed-secret.ts';
import { deleteKey, type KeyRow, listKeys } from './store.ts';

/** Of all secrets that a person's keys have, ended or not. */
export async function listSecretIds(db: Db, userId: string): Promise<string[]> {
  return (await listKeys(db, userId)).flatMap((key) => secretsOf(key).map(({ id }) => id));
}

export interface EndedKeys {
  /** The names of keys that were revoked because they were made since. */
  revoked: string[];
  /** The names of older keys whose new secret was discarded. */
  discarded: string[];
  /** The ids of all of them. */
  ids: string[];
}

/**
 * Ends every secret that is not among the known ones: keys made since are revoked, and an older key goes back to the
 * secret it had. If that one has ended meanwhile it stays ended, and the key has none until its owner rotates it.
 */
export async function endSecretsSince(
  db: Db,
  userId: string,
  knownIds: string[],
  now: number,
): Promise<EndedKeys> {
  const ended: EndedKeys = { revoked: [], discarded: [], ids: [] };
  for (const key of await listKeys(db, userId)) {
    const [inUse, old] = secretsOf(key);
    if (knownIds.includes(inUse.id)) continue;
    if (old && knownIds.includes(old.id)) {
      if (!(await discardNewSecret(db, key.id, now))) await endBothSecrets(db, key.id, now);
      ended.discarded.push(key.name);
      await audit(db, userId, key, 'key-new-secret-discarded', now);
    } else {
      await closeRequest(db, key.id, { state: 'withdrawn', answered_at: now });
      await deleteKey(db, key.id);
      ended.revoked.push(key.name);
      await audit(db, userId, key, 'key-deleted', now);
    }
    ended.ids.push(key.id);
  }
  if (ended.ids.length > 0) await recordKeyChanges(db, ended.ids);
  return ended;
}

const audit = (db: Db, actor: string, key: KeyRow, event: string, at: number) =>
  writeAudit(db, { at, actor, event, target: key.external_id, details: { reason: 'address change undone' } });
