import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { confirmPassword } from '../accounts/password-check.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { notFound, refused } from '../platform/errors.ts';
import { dayMs } from '../time.ts';
import { recordKeyChanges } from './change-store.ts';
import type { ApiToken, KeyCode } from './contract.ts';
import { describeKey, latestExpiry, requireOwnKey } from './own-key.ts';
import { insertNotices, listEndingKeys, type NoticeKind } from './owner-store.ts';
import { changeKey, type KeyRow, lockKey } from './store.ts';
import { listUsage } from './usage-store.ts';

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

  /**
   * `provePassword` is asked only for a later end, and returns the hash that was checked. That takes time: bound,
   * end and password are looked at again in the transaction, so that an operator who is quicker is not overtaken.
   */
  async change(
    user: SignedIn,
    id: string,
    given: { expiresAt: number | undefined; provePassword: () => Promise<string> },
  ): Promise<ApiToken> {
    const { db, now, onChanged } = this.#options;
    const key = await requireOwnKey(db, user.id, id);
    const expiresAt = requireEnd(key, given.expiresAt, now());
    const checkedHash = isLater(key, expiresAt) ? await given.provePassword() : undefined;
    const changed = await db.transaction().execute(async (trx) => {
      const email = checkedHash === undefined ? undefined : await confirmPassword(trx, user.id, checkedHash);
      const held = await lockKey(trx, id);
      if (!held) throw notFound();
      requireEnd(held, expiresAt, now());
      if (isLater(held, expiresAt) && email === undefined) return undefined;
      await this.#write(trx, user, held, { expiresAt, email });
      return { ...held, expires_at: expiresAt };
    });
    // Another browser has chosen an earlier end meanwhile: this one has become later, and needs the password.
    if (!changed) return this.change(user, id, given);
    onChanged(id);
    return describeKey(changed, await listUsage(db, [id], now()), now());
  }

  async #write(
    trx: Db,
    user: SignedIn,
    key: KeyRow,
    { expiresAt, email }: { expiresAt: number; email: string | undefined },
  ): Promise<void> {
    const { mail, now } = this.#options;
    await changeKey(trx, key.id, { expires_at: expiresAt });
    await recordKeyChanges(trx, [key.id]);
    // An owner who sets an end knows it: nothing is mailed that is due already.
    await insertNotices(
      trx,
      dueNotices(expiresAt, now()).map((kind) => ({ key_id: key.id, kind, expires_at: expiresAt })),
    );
    if (isLater(key, expiresAt) && email !== undefined)
      await mail.enqueue(trx, {
        kind: 'key-expiry-moved',
        data: { email, keyName: key.name, endsAt: expiresAt, at: now() },
      });
    await writeAudit(trx, {
      at: now(),
      actor: user.id,
      event: 'key-expiry-chosen',
      target: key.external_id,
      details: { expires_at: new Date(expiresAt).toISOString() },
    });
  }
}

const isLater = ({ expires_at }: KeyRow, expiresAt: number) => expires_at !== null && expiresAt > expires_at;

function requireEnd(key: KeyRow, expiresAt: number | undefined, now: number): number {
  if (key.expires_at !== null && key.expires_at <= now)
    throw refused<KeyCode>('expired-key', 'This key has expired and stays so: make a new one');
  if (expiresAt === undefined || expiresAt <= now)
    throw refused<KeyCode>('bad-expiry', 'Please choose a time that is still to come');
  const latest = latestExpiry(key, now);
  if (expiresAt > latest)
    throw refused<KeyCode>(
      'late-expiry',
      `The latest end you can choose is ${new Date(latest).toISOString().slice(0, 10)}`,
    );
  return expiresAt;
}

/** How long before the end each is due, the nearest to the end last. */
const dueBeforeMs: [NoticeKind, number][] = [
  ['in-14-days', 14 * dayMs],
  ['in-7-days', 7 * dayMs],
  ['in-1-day', dayMs],
  ['ended', 0],
];

/** News of a key that ended earlier than this is none. */
const newsMs = 3 * dayMs;
const pageRows = 200;

const dueNotices = (expiresAt: number, now: number): NoticeKind[] =>
  dueBeforeMs.filter(([, beforeMs]) => expiresAt - beforeMs <= now).map(([kind]) => kind);

/**
 * Owners are told before a key ends and when it has. Each notice is a row that one process alone can write; of
 * several that fell due during a downtime only the nearest is mailed.
 */
export class ExpiryNotices {
  readonly #options: { db: Db; mail: AccountMailQueue; now: () => number };

  constructor(options: { db: Db; mail: AccountMailQueue; now: () => number }) {
    this.#options = options;
  }

  async send(): Promise<void> {
    const { db, now } = this.#options;
    const ends = { after: now() - newsMs, before: now() + 14 * dayMs };
    for (let afterId = ''; ; ) {
      const keys = await listEndingKeys(db, ends, { afterId, rows: pageRows });
      for (const key of keys) await this.#tell({ ...key, expires_at: key.expires_at! });
      const last = keys.at(-1);
      if (!last || keys.length < pageRows) return;
      afterId = last.id;
    }
  }

  async #tell(key: { id: string; name: string; expires_at: number; email: string }): Promise<void> {
    const { db, mail, now } = this.#options;
    const { id: key_id, expires_at } = key;
    const due = dueNotices(expires_at, now());
    await db.transaction().execute(async (trx) => {
      const noted = await insertNotices(
        trx,
        due.map((kind) => ({ key_id, kind, expires_at })),
      );
      if (noted.includes(due.at(-1)!))
        await mail.enqueue(trx, {
          kind: 'key-ends',
          data: { email: key.email, keyName: key.name, endsAt: expires_at },
        });
    });
  }
}
