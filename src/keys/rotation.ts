import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { confirmPassword } from '../accounts/password-again.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import type { KeyTerms } from '../content/contract.ts';
import { writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { PublicError } from '../platform/errors.ts';
import { randomId, type Secrets } from '../platform/secrets.ts';
import { hourMs } from '../time.ts';
import { describeKey } from './api-token.ts';
import { recordKeyChanges } from './change-store.ts';
import { type ApiToken, type CreatedApiToken, type KeyCode, type Overlap, overlapHours } from './contract.ts';
import { newSecret } from './key-format.ts';
import { requireOwnKey } from './own-key.ts';
import {
  discardNewSecret,
  endOldSecret,
  listPassedSecrets,
  putNewSecret,
  recordPassedSecret,
} from './rotation-store.ts';
import { sealSecret } from './sealed-secret.ts';
import type { KeyRow } from './store.ts';
import { listUsage } from './usage-store.ts';

const pageRows = 200;

interface RotationOptions {
  db: Db;
  secrets: Secrets;
  mail: AccountMailQueue;
  /** Of new secrets: an old key then has one with the newest prefix, and its client id as it was. */
  terms: Pick<KeyTerms, 'prefixes'>;
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
    const { db, secrets, mail, terms, now } = this.#options;
    const key = await requireOwnKey(db, user.id, id);
    const at = now();
    const secret = newSecret(terms.prefixes[0]!);
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
      const row = await endOldSecret(trx, id, at);
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
  async endPassed(): Promise<void> {
    const { db, now, onChanged } = this.#options;
    for (let page = await listPassedSecrets(db, now(), pageRows); page.length > 0; ) {
      for (const id of page) {
        await db.transaction().execute(async (trx) => {
          if (await recordPassedSecret(trx, id, now())) await recordKeyChanges(trx, [id]);
        });
        onChanged(id);
      }
      page = page.length < pageRows ? [] : await listPassedSecrets(db, now(), pageRows);
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
