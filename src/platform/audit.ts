import type { Db } from './database.ts';
import { randomId } from './secrets.ts';

declare module './database.ts' {
  interface Tables {
    audit_events: { id: string; at: number; actor: string; event: string; target: string; details: string };
  }
}

interface AuditEvent {
  at: number;
  /** Who did it: a person's id, or `operator`. */
  actor: string;
  event: string;
  target: string;
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

/** Newest first. */
export const listAudit = (db: Db, max: number) =>
  db.selectFrom('audit_events').selectAll().orderBy('at', 'desc').orderBy('id').limit(max).execute();
