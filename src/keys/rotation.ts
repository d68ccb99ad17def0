import { confirmPassword } from '../accounts/password-check.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { conflict, type PublicError } from '../platform/errors.ts';
import { randomId } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import { recordKeyChanges } from './change-store.ts';
import { type ApiToken, type CreatedApiToken, type KeyCode, type Overlap, overlapHours } from './contract.ts';
import { newSecret, sealSecret, secretsOf } from './key-secrets.ts';
import { deleteKeyAndRequest, describeKey, type KeyServices, requireOwnKey } from './own-key.ts';
import {
  discardNewSecret,
  type KeyRow,
  listExpiredSecrets,
  listKeys,
  markSecretExpired,
  putNewSecret,
  revokeBothSecrets,
  revokeOldSecret,
} from './store.ts';
import { listUsage } from './usage-store.ts';

const pageRows = 200;

/** Gives a key a new secret. The old one keeps working for a while, and until then the new one can be discarded. */
export function createRotation({ db, secrets, mail, keyPolicy, now, onChanged }: KeyServices) {
  /** The new secret is in this answer and in no other. It has the newest prefix; the client ID stays. */
  async function rotate(
    user: SignedIn,
    id: string,
    { overlap, checkedHash }: { overlap: Overlap; checkedHash: string },
  ): Promise<CreatedApiToken> {
    const at = now();
    const secret = newSecret(keyPolicy.prefixes[0]);
    const secretId = randomId();
    const stored = { id: secretId, ...sealSecret(secrets, { keyId: id, secretId }, secret), createdAt: at };
    const endsAt = at + overlapHours[overlap] * hourMs;
    const rotated = await change(user, id, 'key-rotated', rotationOpen, async (trx, key) => {
      const email = await confirmPassword(trx, user.id, checkedHash);
      const data = { email, keyName: key.name, at, oldEndsAt: endsAt };
      await mail.enqueue(trx, { kind: 'key-rotated', data });
      const [current] = describeKey(key, await listUsage(trx, [id], at), at).secrets;
      const lastUsedAt = current?.last_used_at ? Date.parse(current.last_used_at) : null;
      return putNewSecret(trx, id, stored, { endsAt, lastUsedAt });
    });
    return { ...rotated, token: secret };
  }

  /** Needs no password, so that an owner who finds a secret in the wrong hands can revoke it at once. */
  async function revokeOld(user: SignedIn, id: string): Promise<ApiToken> {
    return change(user, id, 'key-old-secret-ended', noRotation, async (trx, key) => {
      const data = { email: user.email, keyName: key.name, at: now() };
      await mail.enqueue(trx, { kind: 'old-secret-revoked', data });
      return revokeOldSecret(trx, id, now());
    });
  }

  async function discardNew(user: SignedIn, id: string, checkedHash: string): Promise<ApiToken> {
    return change(user, id, 'key-new-secret-discarded', noRotation, async (trx, key) => {
      const email = await confirmPassword(trx, user.id, checkedHash);
      const data = { email, keyName: key.name, at: now() };
      await mail.enqueue(trx, { kind: 'new-secret-discarded', data });
      return discardNewSecret(trx, id, now());
    });
  }

  /**
   * Records the scheduled ends that have passed, so that a clock that is behind or set back later does not revive a
   * secret. Each key has its own transaction, so that two processes that do this at once never deadlock.
   */
  async function recordExpiredSecrets(): Promise<void> {
    for (let page = await listExpiredSecrets(db, now(), pageRows); page.length > 0; ) {
      for (const id of page) {
        await db.transaction().execute(async (trx) => {
          if (await markSecretExpired(trx, id, now())) await recordKeyChanges(trx, [id]);
        });
        onChanged(id);
      }
      page = page.length < pageRows ? [] : await listExpiredSecrets(db, now(), pageRows);
    }
  }

  /** Rolls everything back, the email included, if there is no row to change. */
  async function change(
    user: SignedIn,
    id: string,
    event: string,
    conflictError: () => PublicError,
    write: (trx: Db, key: KeyRow) => Promise<KeyRow | undefined>,
  ): Promise<ApiToken> {
    const key = await requireOwnKey(db, user.id, id);
    const changed = await db.transaction().execute(async (trx) => {
      const written = await write(trx, key);
      if (!written) throw conflictError();
      await recordKeyChanges(trx, [id]);
      await writeAudit(trx, { at: now(), actor: user.id, event, target: key.external_id });
      return written;
    });
    onChanged(id);
    return describeKey(changed, await listUsage(db, [id], now()), now());
  }

  return { rotate, revokeOld, discardNew, recordExpiredSecrets };
}

export type Rotation = ReturnType<typeof createRotation>;

const rotationOpen = () =>
  conflict<KeyCode>(
    'rotation-open',
    'This key already has two secrets. Revoke the old one or discard the new one first',
  );
const noRotation = () =>
  conflict<KeyCode>('no-rotation', 'This key has only one secret. There is nothing to revoke or discard');

/** The ids of all secrets of a person's keys, ended or not. */
export async function listSecretIds(db: Db, userId: string): Promise<string[]> {
  return (await listKeys(db, userId)).flatMap((key) => secretsOf(key).map(({ id }) => id));
}

export interface RevokedSecrets {
  /** The names of keys that were deleted because they were created since. */
  revoked: string[];
  /** The names of older keys whose new secret was discarded. */
  discarded: string[];
  /** The ids of all of them. */
  ids: string[];
}

/**
 * Revokes every secret that is not among the known ones. Keys created since are deleted, and an older key gets back
 * the secret it had. If that one has ended meanwhile, the key has no secret until its owner rotates it. The changes of
 * these keys must be recorded in the same transaction.
 */
export async function revokeSecretsSince(
  db: Db,
  userId: string,
  knownIds: string[],
  now: number,
): Promise<RevokedSecrets> {
  const result: RevokedSecrets = { revoked: [], discarded: [], ids: [] };
  const audit = (key: KeyRow, event: string) => {
    const details = { reason: 'address change undone' };
    return writeAudit(db, { at: now, actor: userId, event, target: key.external_id, details });
  };
  for (const key of await listKeys(db, userId)) {
    const [current, old] = secretsOf(key);
    if (knownIds.includes(current.id)) continue;
    if (old && knownIds.includes(old.id)) {
      if (!(await discardNewSecret(db, key.id, now))) await revokeBothSecrets(db, key.id, now);
      result.discarded.push(key.name);
      await audit(key, 'key-new-secret-discarded');
    } else {
      await deleteKeyAndRequest(db, key.id, now);
      result.revoked.push(key.name);
      await audit(key, 'key-deleted');
    }
    result.ids.push(key.id);
  }
  return result;
}
