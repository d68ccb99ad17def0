import { recordKeyChanges } from '../keys/change-store.ts';
import { isId, summarizeUsage } from '../keys/own-key.ts';
import { deleteConnectionKeys } from '../keys/store.ts';
import { listUsage } from '../keys/usage-store.ts';
import { writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { dayMs, iso } from '../time.ts';
import { type Connection, refreshTokenDays } from './contract.ts';
import {
  deleteCodesBefore,
  deleteCodesOf,
  deleteExpiredTokens,
  listConnectionsOf,
  listIdleConnections,
} from './store.ts';

/** Why a connection ended, for the audit. */
type EndReason =
  | 'disconnected'
  | 'revoked by the app'
  | 'refresh token used again'
  | 'code used again'
  | 'too many connections'
  | 'password changed'
  | 'not used';

interface Ending {
  at: number;
  /** By default the person ended it. */
  actor?: string;
  reason: EndReason;
}

/**
 * The only way a connection ends: its key is deleted, and with it all tokens. Every process notices within a second.
 * False if it had ended already.
 */
export async function endConnection(
  trx: Db,
  connection: { id: string; user_id?: string },
  ending: Ending,
): Promise<boolean> {
  const deleted = await deleteConnectionKeys(trx, connection);
  for (const key of deleted) await writeEnd(trx, key, ending);
  await recordKeyChanges(
    trx,
    deleted.map(({ id }) => id),
  );
  return deleted.length > 0;
}

/**
 * Ends all connections of a person, and codes that would make new ones. The changes of the person's other keys are
 * recorded here too, because every transaction locks all keys before the revision.
 */
export async function endConnectionsOf(
  trx: Db,
  userId: string,
  { at, changedKeyIds = [] }: { at: number; changedKeyIds?: string[] },
): Promise<void> {
  await deleteCodesOf(trx, userId);
  const deleted = await deleteConnectionKeys(trx, { user_id: userId });
  for (const key of deleted) await writeEnd(trx, key, { at, reason: 'password changed' });
  await recordKeyChanges(trx, [...changedKeyIds, ...deleted.map(({ id }) => id)]);
}

const writeEnd = (trx: Db, { id, user_id }: { id: string; user_id: string }, { at, actor, reason }: Ending) =>
  writeAudit(trx, {
    at,
    actor: actor ?? user_id,
    event: 'connection-ended',
    target: id,
    details: { reason },
  });

interface ConnectionsOptions {
  db: Db;
  now: () => number;
  /** Invalidates the cached keys in this process. Other processes read the new revision. */
  onChanged: (keyIds: string[]) => void;
}

/** How long another use of a code is noticed. */
const codesKeptMs = dayMs;
/** The rest follows in the next round, ten minutes later. */
const maxEndedAtOnce = 500;

/** The apps that are connected to a person's account. */
export function createConnections({ db, now, onChanged }: ConnectionsOptions) {
  async function list(userId: string): Promise<Connection[]> {
    const rows = await listConnectionsOf(db, userId);
    const ids = rows.map(({ id }) => id);
    const usage = Map.groupBy(await listUsage(db, ids, now()), ({ key_id }) => key_id);
    return rows.map(({ id, name, domain, redirect_host, created_at }) => ({
      id,
      name,
      domain,
      redirect_host,
      created_at: iso(created_at),
      usage: summarizeUsage(usage.get(id) ?? [], now()),
    }));
  }

  /** Another person's connection answers like one that does not exist. */
  async function disconnect(userId: string, id: string): Promise<void> {
    if (!isId(id) || !(await end({ id, user_id: userId }, { reason: 'disconnected' }))) throw notFound();
  }

  /** Ends a connection and returns whether it existed. */
  async function end(
    connection: { id: string; user_id?: string },
    ending: Omit<Ending, 'at'>,
    also: (trx: Db) => Promise<void> = async () => {},
  ): Promise<boolean> {
    const isEnded = await db.transaction().execute(async (trx) => {
      const found = await endConnection(trx, connection, { at: now(), ...ending });
      if (found) await also(trx);
      return found;
    });
    onChanged([connection.id]);
    return isEnded;
  }

  async function forgetOld(): Promise<void> {
    await deleteExpiredTokens(db, now());
    await deleteCodesBefore(db, now() - codesKeptMs);
    // A connection ends with its last token. Each has its own transaction, so that two processes never deadlock.
    for (const { id } of await listIdleConnections(db, now() - refreshTokenDays * dayMs, maxEndedAtOnce))
      await end({ id }, { reason: 'not used' });
  }

  return { list, disconnect, end, forgetOld };
}

export type Connections = ReturnType<typeof createConnections>;
