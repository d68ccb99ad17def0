import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { cleanName } from '../accounts/names.ts';
import { findUser } from '../accounts/user-store.ts';
import { writeAudit } from '../platform/audit.ts';
import type { Db } from '../platform/database.ts';
import type { Row } from '../platform/terminal-text.ts';
import { requestTextLengthMax } from './access-contract.ts';
import { closeRequest, listOpenRequests } from './access-request-store.ts';
import { OperatorError } from './operator.ts';
import { findOwnedKeys } from './owner-store.ts';
import type { KeyRow } from './store.ts';

/** The operator's side of requests for access; granting one is giving the key its role. */
export class AccessAnswers {
  readonly #options: { db: Db; mail: AccountMailQueue; now: () => number };

  constructor(options: { db: Db; mail: AccountMailQueue; now: () => number }) {
    this.#options = options;
  }

  async requests(): Promise<Row[]> {
    return (await listOpenRequests(this.#options.db)).map(
      ({ email, person, clientId, keyName, purpose, volume, created_at }) => ({
        client_id: clientId,
        key: keyName,
        email,
        person,
        purpose,
        volume,
        asked_at: new Date(created_at).toISOString(),
      }),
    );
  }

  /** Within the transaction that gives the key its role. A key that nobody asked for has nobody to be told. */
  async closeGranted(trx: Db, key: Pick<KeyRow, 'id' | 'user_id' | 'name'>): Promise<void> {
    const { mail, now } = this.#options;
    if (!(await closeRequest(trx, key.id, { state: 'granted', answered_at: now() }))) return;
    const owner = await findUser(trx, key.user_id);
    if (!owner) return;
    await mail.enqueue(trx, { kind: 'access-granted', data: { email: owner.email, keyName: key.name } });
  }

  /** The reason is mailed and shown as it stands. */
  async decline(clientId: string, given: string): Promise<Row> {
    const { db, mail, now } = this.#options;
    const reason = cleanName(given);
    if (reason === '' || [...reason].length > requestTextLengthMax)
      throw new OperatorError(`Say why, in at most ${requestTextLengthMax} characters`);
    const [key] = await findOwnedKeys(db, [clientId]);
    await db.transaction().execute(async (trx) => {
      const answer = { state: 'declined', reason, answered_at: now() } as const;
      if (!key || !(await closeRequest(trx, key.id, answer)))
        throw new OperatorError(`There is no open request for the client id ${clientId}`);
      await mail.enqueue(trx, {
        kind: 'access-declined',
        data: { email: key.email, keyName: key.name, reason },
      });
      await writeAudit(trx, {
        at: now(),
        actor: 'operator',
        event: 'access-declined',
        target: clientId,
        details: { reason },
      });
    });
    return { client_id: clientId, declined: 'yes', reason };
  }
}
