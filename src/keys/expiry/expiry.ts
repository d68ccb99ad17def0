import type { AccountMailQueue } from '../../accounts/mail-kinds.ts';
import type { SignedIn } from '../../accounts/sessions.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refused } from '../../platform/errors.ts';
import { describeKey, latestEnd } from '../api-token.ts';
import { recordKeyChanges } from '../change-store.ts';
import type { ApiToken, KeyCode } from '../contract.ts';
import { requireOwnKey } from '../own-key.ts';
import { changeKey, type KeyRow } from '../store.ts';
import { listUsage } from '../usage-store.ts';
import { noteNotices } from './notice-store.ts';
import { dueKinds } from './notices.ts';

interface ExpiryOptions {
  db: Db;
  mail: AccountMailQueue;
  now: () => number;
  /** Ends what this process knows of the key; other processes see the raised revision. */
  onChanged: (keyId: string) => void;
}

/** When a key ends, as far as its owner may say: an expired key stays expired, and the operator's bound holds. */
export class Expiry {
  readonly #options: ExpiryOptions;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /** `provePassword` is asked only for a later end. */
  async change(
    user: SignedIn,
    id: string,
    given: { expiresAt: number | undefined; provePassword: () => Promise<unknown> },
  ): Promise<ApiToken> {
    const { db, mail, now, onChanged } = this.#options;
    const key = await requireOwnKey(db, user.id, id);
    const expiresAt = requireEnd(key, given.expiresAt, now());
    const isLater = key.expires_at !== null && expiresAt > key.expires_at;
    if (isLater) await given.provePassword();
    const change = { expires_at: expiresAt };
    await db.transaction().execute(async (trx) => {
      if (!(await changeKey(trx, id, change))) throw notFound();
      await recordKeyChanges(trx, [id]);
      // An owner who sets an end knows it: nothing is mailed that is due already.
      await noteNotices(
        trx,
        dueKinds(expiresAt, now()).map((kind) => ({ key_id: id, kind, expires_at: expiresAt })),
      );
      if (isLater)
        await mail.enqueue(trx, {
          kind: 'key-expiry-moved',
          data: { email: user.email, keyName: key.name, endsAt: expiresAt, at: now() },
        });
      await writeAudit(trx, {
        at: now(),
        actor: user.id,
        event: 'key-expiry-chosen',
        target: key.external_id,
        details: { expires_at: new Date(expiresAt).toISOString() },
      });
    });
    onChanged(id);
    return describeKey({ ...key, ...change }, await listUsage(db, [id], now()), now());
  }
}

function requireEnd(key: KeyRow, expiresAt: number | undefined, now: number): number {
  if (key.expires_at !== null && key.expires_at <= now)
    throw refused<KeyCode>('expired-key', 'This key has expired and stays so: make a new one');
  if (expiresAt === undefined || expiresAt <= now)
    throw refused<KeyCode>('bad-expiry', 'Please choose a time that is still to come');
  const latest = latestEnd(key, now);
  if (expiresAt > latest)
    throw refused<KeyCode>(
      'late-expiry',
      `The latest end you can choose is ${new Date(latest).toISOString().slice(0, 10)}`,
    );
  return expiresAt;
}
