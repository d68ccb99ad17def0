import { parseEmail } from '../accounts/email.ts';
import { findUserByEmail } from '../accounts/user-store.ts';
import { OperatorError } from '../keys/operator.ts';
import type { Db } from '../platform/database.ts';
import type { Row } from '../platform/terminal-text.ts';
import { iso } from '../time.ts';
import { createConnections } from './connections.ts';
import { searchConnections } from './store.ts';

interface OperatorOptions {
  db: Db;
  /** The audit names the actor. */
  actor: string;
  now: () => number;
}

/** The operator's commands about connected apps. A running portal notices every end within a second. */
export function createConnectionOperator({ db, actor, now }: OperatorOptions) {
  const connections = createConnections({ db, now, onChanged: () => {} });

  async function list(email?: string): Promise<Row[]> {
    const address = email === undefined ? undefined : parseEmail(email);
    const person = address && (await findUserByEmail(db, address));
    if (email !== undefined && !person) throw new OperatorError(`No account with email ${email}`);
    const rows = await searchConnections(db, person ? { userId: person.id } : {});
    return rows.map(
      ({ id, name, domain, email: owner, client_id, redirect_host, created_at, renewed_at }) => ({
        id,
        name,
        domain,
        owner,
        client_id,
        redirect_host,
        created_at: iso(created_at),
        tokens_renewed_at: iso(renewed_at),
      }),
    );
  }

  /** Ends one connection by its ID, or all of an app by its client ID, each in its own short transaction. */
  async function disconnect(id: string): Promise<Row> {
    const found = await searchConnections(db, { id });
    if (found.length === 0) throw new OperatorError(`No connection or client with ID ${id}`);
    let disconnected = 0;
    for (const connection of found)
      if (await connections.end({ id: connection.id }, { actor, reason: 'disconnected' })) disconnected++;
    return { id, disconnected };
  }

  return { list, disconnect };
}

export type ConnectionOperator = ReturnType<typeof createConnectionOperator>;
