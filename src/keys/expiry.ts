import { confirmPassword } from '../accounts/password-check.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { writeAudit } from '../platform/audit.ts';
import { notFound, refused } from '../platform/errors.ts';
import { dayMs, formatDay, iso } from '../time.ts';
import { recordKeyChanges } from './change-store.ts';
import type { ApiToken, KeyCode } from './contract.ts';
import { describeKey, type KeyServices, latestExpiry, requireOwnKey } from './own-key.ts';
import { insertNotices, listExpiringKeys, type NoticeKind } from './owner-store.ts';
import { changeKey, type KeyRow, lockKey } from './store.ts';
import { listUsage } from './usage-store.ts';

/** How long before the expiry date each notice is due. */
const dueBeforeMs: [NoticeKind, number][] = [
  ['in-14-days', 14 * dayMs],
  ['in-7-days', 7 * dayMs],
  ['in-1-day', dayMs],
  ['ended', 0],
];
/** Owners get no email about keys that expired earlier than this. */
const maxNoticeAgeMs = 3 * dayMs;
const pageRows = 200;

/** Expiry dates that owners choose. An expired key stays expired, and the operator's latest date holds. */
export function createExpiry(services: Pick<KeyServices, 'db' | 'mail' | 'now' | 'onChanged'>) {
  const { db, mail, now, onChanged } = services;

  /**
   * Calls `provePassword`, which returns the checked hash, only for a later date. That check takes time, so bound, date
   * and password are checked again in the transaction, after any change by the operator.
   */
  async function change(
    user: SignedIn,
    id: string,
    given: { expiresAt: number | undefined; provePassword: () => Promise<string> },
  ): Promise<ApiToken> {
    const key = await requireOwnKey(db, user.id, id);
    const expiresAt = requireExpiry(key, given.expiresAt, now());
    const checkedHash = isLater(key, expiresAt) ? await given.provePassword() : undefined;
    const changed = await db.transaction().execute(async (trx) => {
      const email = checkedHash === undefined ? undefined : await confirmPassword(trx, user.id, checkedHash);
      const locked = await lockKey(trx, id);
      if (!locked) throw notFound();
      requireExpiry(locked, expiresAt, now());
      if (isLater(locked, expiresAt) && email === undefined) return undefined;
      await changeKey(trx, id, { expires_at: expiresAt });
      await recordKeyChanges(trx, [id]);
      // The owner knows the date, so notices that are already due are not sent.
      await insertNotices(trx, dueNotices(id, expiresAt, now()));
      if (isLater(locked, expiresAt) && email !== undefined)
        await mail.enqueue(trx, {
          kind: 'key-expiry-moved',
          data: { email, keyName: locked.name, endsAt: expiresAt, at: now() },
        });
      const details = { expires_at: iso(expiresAt) };
      const event = { actor: user.id, event: 'key-expiry-chosen', target: locked.external_id, details };
      await writeAudit(trx, { at: now(), ...event });
      return { ...locked, expires_at: expiresAt };
    });
    // Another browser has chosen an earlier date meanwhile. This one is later now and needs the password.
    if (!changed) return change(user, id, given);
    onChanged(id);
    return describeKey(changed, await listUsage(db, [id], now()), now());
  }

  /**
   * Emails owners before a key expires and when it has. Each notice is a row that only one process can insert. Of
   * several notices that became due during a downtime, only the last is sent.
   */
  async function sendNotices(): Promise<void> {
    const expiry = { after: now() - maxNoticeAgeMs, before: now() + 14 * dayMs };
    for (let afterId = ''; ; ) {
      const keys = await listExpiringKeys(db, expiry, { afterId, rows: pageRows });
      for (const { id, name: keyName, email, expires_at } of keys) {
        const due = dueNotices(id, expires_at, now());
        const latest = due.at(-1);
        await db.transaction().execute(async (trx) => {
          const inserted = await insertNotices(trx, due);
          if (latest && inserted.includes(latest.kind))
            await mail.enqueue(trx, { kind: 'key-ends', data: { email, keyName, endsAt: expires_at } });
        });
      }
      const last = keys.at(-1);
      if (!last || keys.length < pageRows) return;
      afterId = last.id;
    }
  }

  return { change, sendNotices };
}

export type Expiry = ReturnType<typeof createExpiry>;

const dueNotices = (key_id: string, expires_at: number, now: number) =>
  dueBeforeMs
    .filter(([, beforeMs]) => expires_at - beforeMs <= now)
    .map(([kind]) => ({ key_id, kind, expires_at }));

const isLater = ({ expires_at }: KeyRow, expiresAt: number) => expires_at !== null && expiresAt > expires_at;

function requireExpiry(key: KeyRow, expiresAt: number | undefined, now: number): number {
  if (key.expires_at !== null && key.expires_at <= now)
    throw refused<KeyCode>('expired-key', 'This key has expired. Create a new one');
  if (expiresAt === undefined || expiresAt <= now)
    throw refused<KeyCode>('bad-expiry', 'Choose a date in the future');
  const latest = latestExpiry(key, now);
  if (expiresAt > latest)
    throw refused<KeyCode>('late-expiry', `The latest date you can choose is ${formatDay(latest)}`);
  return expiresAt;
}
