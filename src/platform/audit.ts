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
  /** Who did it: a person's id, or `operator`. */
  actor: string;
  event: string;
  target: string;
  outcome?: 'ok' | 'refused';
  /** Of the network, where a stranger may have asked. */
  address?: string;
  details?: Record<string, string | number | null>;
}

/** Written with the change itself, so that there is never one without the other. */
export async function writeAudit(db: Db, event: AuditEvent): Promise<void> {
  const { details = {}, ...rest } = event;
  await db
    .insertInto('audit_events')
    .values({ id: randomId(), ...rest, details: JSON.stringify(details) })
    .execute();
}

export interface AuditFilter {
  since?: number;
  until?: number;
  event?: string;
  outcome?: string;
  address?: string;
  /** Actor or target is one of these. */
  about?: string[];
  /** Names that someone else may have had before `since`; only with `about`. */
  aboutSince?: { names: string[]; since: number };
}

/** Newest first. */
export const listAudit = (db: Db, max: number, filter: AuditFilter = {}) =>
  db
    .selectFrom('audit_events')
    .selectAll()
    .$if(filter.since !== undefined, (query) => query.where('at', '>=', filter.since!))
    .$if(filter.until !== undefined, (query) => query.where('at', '<', filter.until!))
    .$if(filter.event !== undefined, (query) => query.where('event', '=', filter.event!))
    .$if(filter.outcome !== undefined, (query) => query.where('outcome', '=', filter.outcome!))
    .$if(filter.address !== undefined, (query) => query.where('address', '=', filter.address!))
    .$if(filter.about !== undefined, (query) =>
      // One by one: PostgreSQL takes no empty list, and of no name nothing is found.
      query.where((eb) =>
        eb.or([
          ...filter.about!.flatMap((name) => [eb('actor', '=', name), eb('target', '=', name)]),
          ...(filter.aboutSince?.names ?? []).map((name) =>
            eb.and([
              eb('at', '>=', filter.aboutSince!.since),
              eb.or([eb('actor', '=', name), eb('target', '=', name)]),
            ]),
          ),
        ]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(max)
    .execute();

/** A person who leaves is this from now on; where they were on the network is forgotten. */
export async function renameInAudit(db: Db, names: string[], to: string): Promise<void> {
  // Not none: what came over the network is still deleted when its time is over.
  const address = sql<string | null>`case when address is null then null else '' end`;
  for (const place of ['actor', 'target'] as const)
    await db
      .updateTable('audit_events')
      .set({ [place]: to, address })
      .where(place, 'in', names)
      .execute();
}

/** Only what came over the network, which strangers can make as much of as they like. */
export async function deleteAuditOfNetworks(
  db: Db,
  { before, keptMax }: { before: number; keptMax: number },
): Promise<void> {
  const oldestKept = await db
    .selectFrom('audit_events')
    .select('at')
    .where('address', 'is not', null)
    .orderBy('at', 'desc')
    .offset(keptMax)
    .limit(1)
    .executeTakeFirst();
  await db
    .deleteFrom('audit_events')
    .where('address', 'is not', null)
    .where('at', '<=', Math.max(before, oldestKept?.at ?? 0))
    .execute();
}
