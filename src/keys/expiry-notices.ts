import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import type { Db } from '../platform/database.ts';
import { dayMs } from '../time.ts';
import { listEndingKeys, type NoticeKind, noteNotices } from './expiry-notice-store.ts';

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

export const dueKinds = (expiresAt: number, now: number): NoticeKind[] =>
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
    const due = dueKinds(expires_at, now());
    await db.transaction().execute(async (trx) => {
      const noted = await noteNotices(
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
