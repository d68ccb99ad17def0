import type { AccountMailQueue } from '../accounts/mail-kinds.ts';
import { cleanName } from '../accounts/names.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import type { KeyPolicy } from '../content/contract.ts';
import { writeAudit } from '../platform/audit.ts';
import { type Db, isUniqueViolation } from '../platform/database.ts';
import { notFound, notSignedIn, refused } from '../platform/errors.ts';
import { randomId, type Secrets } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
import { closeRequest } from './access-request-store.ts';
import { recordKeyChanges } from './change-store.ts';
import {
  type ApiToken,
  type CallsAnswer,
  type CreatedApiToken,
  freeRole,
  type KeyCode,
  type KeyDenial,
  type LifetimeDays,
  maxKeyNameLength,
  maxKeysPerPerson,
  type PlaygroundToken,
} from './contract.ts';
import {
  newClientId,
  newSecret,
  openSecret,
  sealSecret,
  secretsOf,
  signPlaygroundToken,
} from './key-secrets.ts';
import { describeKey, listKeyDenials, requireOwnKey } from './own-key.ts';
import { lockPerson } from './owner-store.ts';
import { deleteKey, insertKey, type KeyRow, listKeys, lockKey, neverRotated, renameKey } from './store.ts';
import { dayOf, listCalls, listUsage } from './usage-store.ts';

const callsShownDays = 30;

interface KeysOptions {
  db: Db;
  secrets: Secrets;
  mail: AccountMailQueue;
  keyPolicy: Pick<KeyPolicy, 'prefixes' | 'requestsPerHour'>;
  now: () => number;
  /** Ends a cached yes in this process at once; other processes see the raised revision. */
  onRevoked: (keyId: string) => void;
}

/** Everyone's own keys. Another person's key is one that does not exist. */
export class Keys {
  readonly #options: KeysOptions;

  constructor(options: KeysOptions) {
    this.#options = options;
  }

  async list(userId: string): Promise<ApiToken[]> {
    const { db, now } = this.#options;
    const rows = await listKeys(db, userId);
    const usage = await listUsage(
      db,
      rows.map((row) => row.id),
      now(),
    );
    const usesOf = (row: KeyRow) => usage.filter((use) => use.key_id === row.id);
    return rows.map((row) => describeKey(row, usesOf(row), now()));
  }

  /** The only time the secret is told. */
  async create(
    user: Pick<SignedIn, 'id' | 'email'>,
    given: { name: string; lifetimeDays: LifetimeDays | undefined },
  ): Promise<CreatedApiToken> {
    const { secrets, keyPolicy, now } = this.#options;
    const [prefix] = keyPolicy.prefixes;
    const id = randomId();
    const secret = newSecret(prefix!);
    const { sealed, signature } = sealSecret(secrets, { keyId: id }, secret);
    const key = {
      ...neverRotated,
      id,
      user_id: user.id,
      name: requireKeyName(given.name),
      external_id: newClientId(prefix!),
      secret_sealed: sealed,
      secret_signature: signature,
      roles: freeRole,
      requests_per_hour: keyPolicy.requestsPerHour.key,
      created_at: now(),
      expires_at: given.lifetimeDays === undefined ? null : now() + given.lifetimeDays * dayMs,
      expires_at_max: null,
    };
    await this.#insertIntoFreeSlot(key, user.email);
    return { ...describeKey(key, [], now()), token: secret };
  }

  async rename(userId: string, id: string, given: { name: string; clientId: string }): Promise<ApiToken> {
    const { db, now } = this.#options;
    const key = await requireOwnKey(db, userId, id);
    if (given.clientId !== key.external_id)
      throw refused<KeyCode>('other-client-id', 'external_id must be the one of this key: it never changes');
    const name = requireKeyName(given.name);
    await db.transaction().execute(async (trx) => {
      if (!(await renameKey(trx, id, name))) throw notFound();
      await writeAudit(trx, { at: now(), actor: userId, event: 'key-renamed', target: key.external_id });
    });
    return describeKey({ ...key, name }, await listUsage(db, [id], now()), now());
  }

  async delete(userId: string, id: string): Promise<void> {
    const { db, now, onRevoked } = this.#options;
    const key = await requireOwnKey(db, userId, id);
    await db.transaction().execute(async (trx) => {
      // First, so that nobody asks for access to it meanwhile.
      await lockKey(trx, id);
      await closeRequest(trx, id, { state: 'withdrawn', answered_at: now() });
      if (!(await deleteKey(trx, id))) throw notFound();
      await recordKeyChanges(trx, [id]);
      await writeAudit(trx, { at: now(), actor: userId, event: 'key-deleted', target: key.external_id });
    });
    onRevoked(id);
  }

  async refusals(userId: string, id: string): Promise<KeyDenial[]> {
    const { db } = this.#options;
    await requireOwnKey(db, userId, id);
    return listKeyDenials(db, id);
  }

  async calls(userId: string, id: string): Promise<CallsAnswer['calls']> {
    const { db, now } = this.#options;
    await requireOwnKey(db, userId, id);
    return listCalls(db, id, dayOf(now() - callsShownDays * dayMs));
  }

  /** A signed token for the owner's own page: the page can call the API as a program would, without the secret. */
  async mintPlaygroundToken(userId: string, id: string): Promise<PlaygroundToken> {
    const { db, secrets, now } = this.#options;
    const key = await requireOwnKey(db, userId, id);
    const secret = openSecret(secrets, key.id, secretsOf(key)[0]);
    return signPlaygroundToken(key.external_id, secret, now());
  }

  /** The loser of a race for a slot looks again: there are no more losses than there are slots. */
  async #insertIntoFreeSlot(key: Omit<KeyRow, 'slot'>, email: string): Promise<void> {
    const { db, mail, now } = this.#options;
    for (let attempt = 0; attempt <= maxKeysPerPerson; attempt++) {
      const taken = new Set((await listKeys(db, key.user_id)).map((row) => row.slot));
      const slot = slots.find((candidate) => !taken.has(candidate));
      if (slot === undefined) break;
      try {
        return await db.transaction().execute(async (trx) => {
          const person = await lockPerson(trx, key.user_id);
          // The address was changed, or a change undone, which ends the session that asks.
          if (person?.email !== email) throw notSignedIn();
          if (person.suspended_at !== null) throw refused<KeyCode>('suspended', suspendedSentence);
          await insertKey(trx, { ...key, slot });
          await writeAudit(trx, {
            at: now(),
            actor: key.user_id,
            event: 'key-created',
            target: key.external_id,
          });
          const { name: keyName, external_id: clientId, created_at: at } = key;
          await mail.enqueue(trx, { kind: 'key-created', data: { email, keyName, clientId, at } });
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
    }
    throw refused<KeyCode>(
      'all-keys-used',
      `All keys used: you have ${maxKeysPerPerson} already. Delete one to make room`,
    );
  }
}

const suspendedSentence = 'Your account is suspended: no keys can be made. Write to the data team';

const slots = Array.from({ length: maxKeysPerPerson }, (_, index) => index + 1);

function requireKeyName(given: string): string {
  const name = cleanName(given);
  if (name === '') throw refused<KeyCode>('no-key-name', 'Please enter a name for the key');
  if ([...name].length > maxKeyNameLength)
    throw refused<KeyCode>('long-key-name', `The name must be at most ${maxKeyNameLength} characters`);
  return name;
}
