import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { confirmPassword } from '../accounts/password-check.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import type { KeyPolicy } from '../content/contract.ts';
import { writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { PublicError } from '../platform/errors.ts';
import { randomId, type Secrets } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import { closeRequest } from './access-request-store.ts';
import { recordKeyChanges } from './change-store.ts';
import { type ApiToken, type CreatedApiToken, type KeyCode, type Overlap, overlapHours } from './contract.ts';
import { newSecret, sealSecret, secretsOf } from './key-secrets.ts';
import { describeKey, requireOwnKey } from './own-key.ts';
import {
  deleteKey,
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

interface RotationOptions {
  db: Db;
  secrets: Secrets;
  mail: AccountMailQueue;
  /** Of new secrets: an old key then has one with the newest prefix, and its client id as it was. */
  keyPolicy: Pick<KeyPolicy, 'prefixes'>;
  now: () => number;
  /** Ends what this process knows of the key; other processes see the raised revision. */
  onChanged: (keyId: string) => void;
}

/**
 * A new secret for a key that is in use. The old one works for a while, and until then there is a way back:
 * an answer that was lost harms nobody.
 */
export class Rotation {
  readonly #options: RotationOptions;

  constructor(options: RotationOptions) {
    this.#options = options;
  }

  /** The only time the new secret is told. */
  async rotate(
    user: SignedIn,
    id: string,
    { overlap, checkedHash }: { overlap: Overlap; checkedHash: string },
  ): Promise<CreatedApiToken> {
    const { db, secrets, mail, keyPolicy, now } = this.#options;
    const key = await requireOwnKey(db, user.id, id);
    const at = now();
    const secret = newSecret(keyPolicy.prefixes[0]!);
    const secretId = randomId();
    const stored = { id: secretId, ...sealSecret(secrets, { keyId: id, secretId }, secret), createdAt: at };
    const lastUsedAt = describeKey(key, await listUsage(db, [id], at), at).secrets[0]?.last_used_at ?? null;
    const old = {
      endsAt: at + overlapHours[overlap] * hourMs,
      lastUsedAt: lastUsedAt === null ? null : Date.parse(lastUsedAt),
    };
    const rotated = await this.#change(user.id, key, 'key-rotated', rotationOpen, async (trx) => {
      const email = await confirmPassword(trx, user.id, checkedHash);
      const row = await putNewSecret(trx, key, stored, old);
      if (row) await mail.enqueue(trx, { kind: 'key-rotated', data: { email, keyName: row.name, at } });
      return row;
    });
    return { ...rotated, token: secret };
  }

  /** Needs no password: whoever finds a stranger's secret on their key ends it at once. */
  async endOld(user: SignedIn, id: string): Promise<ApiToken> {
    const { db, mail, now } = this.#options;
    const key = await requireOwnKey(db, user.id, id);
    const at = now();
    return this.#change(user.id, key, 'key-old-secret-ended', noRotation, async (trx) => {
      const row = await revokeOldSecret(trx, id, at);
      const data = { email: user.email, keyName: key.name, at };
      if (row) await mail.enqueue(trx, { kind: 'old-secret-revoked', data });
      return row;
    });
  }

  async discardNew(user: SignedIn, id: string, checkedHash: string): Promise<ApiToken> {
    const { db, mail, now } = this.#options;
    const key = await requireOwnKey(db, user.id, id);
    const at = now();
    return this.#change(user.id, key, 'key-new-secret-discarded', noRotation, async (trx) => {
      const email = await confirmPassword(trx, user.id, checkedHash);
      const row = await discardNewSecret(trx, id, at);
      const data = { email, keyName: key.name, at };
      if (row) await mail.enqueue(trx, { kind: 'new-secret-discarded', data });
      return row;
    });
  }

  /**
   * Records the scheduled ends that have passed, so that a clock that is behind, or stepped back later, does not bring
   * such a secret back. One key at a time: two processes that do this together never wait for each other in a circle.
   */
  async recordExpiredSecrets(): Promise<void> {
    const { db, now, onChanged } = this.#options;
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

  async #change(
    userId: string,
    key: KeyRow,
    event: string,
    refusal: () => PublicError,
    change: (trx: Db) => Promise<KeyRow | undefined>,
  ): Promise<ApiToken> {
    const { db, now, onChanged } = this.#options;
    const row = await db.transaction().execute(async (trx) => {
      const changed = await change(trx);
      if (!changed) throw refusal();
      await recordKeyChanges(trx, [key.id]);
      await writeAudit(trx, { at: now(), actor: userId, event, target: key.external_id });
      return changed;
    });
    onChanged(key.id);
    return describeKey(row, await listUsage(db, [key.id], now()), now());
  }
}

const conflict = (code: KeyCode, sentence: string) => () => new PublicError(409, sentence, {}, code);
const rotationOpen = conflict(
  'rotation-open',
  'This key already has two secrets. Revoke the old one or discard the new one first',
);
const noRotation = conflict(
  'no-rotation',
  'This key has only one secret. There is nothing to revoke or discard',
);

/** Of all secrets that a person's keys have, ended or not. */
export async function listSecretIds(db: Db, userId: string): Promise<string[]> {
  return (await listKeys(db, userId)).flatMap((key) => secretsOf(key).map(({ id }) => id));
}

export interface RevokedSecrets {
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
export async function revokeSecretsSince(
  db: Db,
  userId: string,
  knownIds: string[],
  now: number,
): Promise<RevokedSecrets> {
  const ended: RevokedSecrets = { revoked: [], discarded: [], ids: [] };
  for (const key of await listKeys(db, userId)) {
    const [inUse, old] = secretsOf(key);
    if (knownIds.includes(inUse.id)) continue;
    if (old && knownIds.includes(old.id)) {
      if (!(await discardNewSecret(db, key.id, now))) await revokeBothSecrets(db, key.id, now);
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
