import { type Generated, sql } from 'kysely';
import type { Db } from './database.ts';
import { randomId } from './secrets.ts';

declare module './database.ts' {
  interface Tables {
    audit_events: {
      id: string;
      at: number;
      actor: string;
      event: string;
      target: string;
      outcome: Generated<string>;
      address: string | null;
      details: string;
    };
  }
}

export interface AuditEvent {
  at: number;
  /** A user ID, or `operator` and the name of the person at the command line. */
  actor: string;
  event: string;
  target: string;
  outcome?: 'ok' | 'refused';
  /** The IP address, for events that anyone on the network can cause. */
  address?: string;
  details?: Record<string, string | number | null>;
}

/** Writes an event in the transaction of the change itself, so that there is never one without the other. */
export async function writeAudit(db: Db, event: AuditEvent): Promise<void> {
  const row = { id: randomId(), ...event, details: JSON.stringify(event.details ?? {}) };
  await db.insertInto('audit_events').values(row).execute();
}

export interface AuditFilter {
  since?: number;
  until?: number;
  event?: string;
  outcome?: string;
  address?: string;
  /** Actor or target is one of these. */
  about?: string[];
  /** Names that somebody else may have had before `since`; only together with `about`. */
  aboutSince?: { names: string[]; since: number };
}

/** Lists the newest events first. */
export function listAudit(db: Db, max: number, filter: AuditFilter = {}) {
  const { since, until, event, outcome, address, about, aboutSince } = filter;
  let query = db.selectFrom('audit_events').selectAll();
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (event !== undefined) query = query.where('event', '=', event);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (address !== undefined) query = query.where('address', '=', address);
  if (about)
    query = query.where((eb) => {
      const isAbout = (name: string) => eb.or([eb('actor', '=', name), eb('target', '=', name)]);
      const { names = [], since: start = 0 } = aboutSince ?? {};
      const later = names.map((name) => eb.and([eb('at', '>=', start), isAbout(name)]));
      // Each name has its own condition, because PostgreSQL accepts no empty list. Without names nothing is found.
      return eb.or([...about.map(isAbout), ...later]);
    });
  return query.orderBy('at', 'desc').orderBy('id').limit(max).execute();
}

/** Replaces the names of a deleted account and removes its IP addresses. */
export async function renameInAudit(db: Db, names: string[], to: string): Promise<void> {
  // An address becomes empty instead of null, so that `deleteNetworkAudit` still deletes the row in time.
  const address = sql<string | null>`case when address is null then null else '' end`;
  for (const column of ['actor', 'target'] as const)
    await db
      .updateTable('audit_events')
      .set({ [column]: to, address })
      .where(column, 'in', names)
      .execute();
}

/** Deletes only events from the network, because anyone can cause any number of them. */
export async function deleteNetworkAudit(
  db: Db,
  { before, maxKept }: { before: number; maxKept: number },
): Promise<void> {
  const oldestKept = await db
    .selectFrom('audit_events')
    .select('at')
    .where('address', 'is not', null)
    .orderBy('at', 'desc')
    .offset(maxKept)
    .limit(1)
    .executeTakeFirst();
  await db
    .deleteFrom('audit_events')
    .where('address', 'is not', null)
    .where('at', '<=', Math.max(before, oldestKept?.at ?? 0))
    .execute();
}
