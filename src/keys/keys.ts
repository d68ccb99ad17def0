import { cleanName } from '../accounts/names.ts';
import type { SignedIn } from '../accounts/sessions.ts';
import { writeAudit } from '../platform/audit.ts';
import { isUniqueViolation } from '../platform/database.ts';
import { notFound, notSignedIn, refused } from '../platform/errors.ts';
import { randomId } from '../platform/secrets.ts';
import { dayMs } from '../time.ts';
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
import {
  deleteKeyAndRequest,
  describeKey,
  type KeyServices,
  listKeyDenials,
  requireOwnKey,
} from './own-key.ts';
import { lockPerson } from './owner-store.ts';
import { changeKey, insertKey, type KeyRow, listKeys, type NewKey } from './store.ts';
import { dayOf, listCalls, listUsage } from './usage-store.ts';

const callDays = 30;
const slots = Array.from({ length: maxKeysPerPerson }, (_, index) => index + 1);

/** A person's own keys: create, list, rename, delete, usage. `Rotation` and `Expiry` do the rest. */
export function createKeys({ db, now, secrets, keyPolicy, onChanged, mail }: KeyServices) {
  async function list(userId: string): Promise<ApiToken[]> {
    const rows = await listKeys(db, userId);
    const ids = rows.map((row) => row.id);
    const usage = Map.groupBy(await listUsage(db, ids, now()), ({ key_id }) => key_id);
    return rows.map((row) => describeKey(row, usage.get(row.id) ?? [], now()));
  }

  /** The secret is in this answer and in no other. */
  async function create(
    user: Pick<SignedIn, 'id' | 'email'>,
    given: { name: string; lifetimeDays: LifetimeDays | undefined },
  ): Promise<CreatedApiToken> {
    const id = randomId();
    const secret = newSecret(keyPolicy.prefixes[0]);
    const { sealed, signature } = sealSecret(secrets, { keyId: id }, secret);
    const key = await insertIntoFreeSlot(user, {
      id,
      name: requireKeyName(given.name),
      external_id: newClientId(keyPolicy.prefixes[0]),
      secret_id: id,
      secret_sealed: sealed,
      secret_signature: signature,
      secret_state: 'active',
      secret_created_at: now(),
      roles: freeRole,
      requests_per_hour: keyPolicy.requestsPerHour.key,
      created_at: now(),
      expires_at: given.lifetimeDays === undefined ? null : now() + given.lifetimeDays * dayMs,
    });
    return { ...describeKey(key, [], now()), token: secret };
  }

  async function rename(
    userId: string,
    id: string,
    given: { name: string; clientId: string },
  ): Promise<ApiToken> {
    const key = await requireOwnKey(db, userId, id);
    if (given.clientId !== key.external_id)
      throw refused<KeyCode>('other-client-id', 'external_id never changes. Send the one of this key');
    const name = requireKeyName(given.name);
    await db.transaction().execute(async (trx) => {
      if (!(await changeKey(trx, id, { name }))) throw notFound();
      await writeAudit(trx, { at: now(), actor: userId, event: 'key-renamed', target: key.external_id });
    });
    return describeKey({ ...key, name }, await listUsage(db, [id], now()), now());
  }

  async function remove(userId: string, id: string): Promise<void> {
    const key = await requireOwnKey(db, userId, id);
    await db.transaction().execute(async (trx) => {
      if (!(await deleteKeyAndRequest(trx, id, now()))) throw notFound();
      await recordKeyChanges(trx, [id]);
      await writeAudit(trx, { at: now(), actor: userId, event: 'key-deleted', target: key.external_id });
    });
    onChanged(id);
  }

  async function denials(userId: string, id: string): Promise<KeyDenial[]> {
    await requireOwnKey(db, userId, id);
    return listKeyDenials(db, [id]);
  }

  async function calls(userId: string, id: string): Promise<CallsAnswer['calls']> {
    await requireOwnKey(db, userId, id);
    return listCalls(db, id, dayOf(now() - callDays * dayMs));
  }

  /** A signed token for the owner's own page, which can then call the API as a program would, without the secret. */
  async function mintPlaygroundToken(userId: string, id: string): Promise<PlaygroundToken> {
    const key = await requireOwnKey(db, userId, id);
    const secret = openSecret(secrets, key.id, secretsOf(key)[0]);
    return signPlaygroundToken(key.external_id, secret, now());
  }

  /** A request that loses the race for a slot tries the next one. It cannot lose more often than there are slots. */
  async function insertIntoFreeSlot(
    { id: user_id, email }: Pick<SignedIn, 'id' | 'email'>,
    key: Omit<NewKey, 'slot' | 'user_id'>,
  ): Promise<KeyRow> {
    const { name: keyName, external_id: clientId, created_at: at } = key;
    for (let attempt = 0; attempt <= maxKeysPerPerson; attempt++) {
      const taken = new Set((await listKeys(db, user_id)).map((row) => row.slot));
      const slot = slots.find((candidate) => !taken.has(candidate));
      if (slot === undefined) break;
      try {
        return await db.transaction().execute(async (trx) => {
          const person = await lockPerson(trx, user_id);
          // An address that has changed, or changed back, has ended the session of this request.
          if (person?.email !== email) throw notSignedIn();
          if (person.suspended_at !== null)
            throw refused<KeyCode>('suspended', 'Your account is suspended. Write to the data team');
          const inserted = await insertKey(trx, { ...key, user_id, slot });
          await writeAudit(trx, { at, actor: user_id, event: 'key-created', target: clientId });
          await mail.enqueue(trx, { kind: 'key-created', data: { email, keyName, clientId, at } });
          return inserted;
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
    }
    throw refused<KeyCode>(
      'all-keys-used',
      'All keys used. Expired keys count too: delete one, or write to the data team',
    );
  }

  return { list, create, rename, remove, denials, calls, mintPlaygroundToken };
}

export type Keys = ReturnType<typeof createKeys>;

function requireKeyName(given: string): string {
  const name = cleanName(given);
  if (name === '') throw refused<KeyCode>('no-key-name', 'Enter a name for the key');
  if ([...name].length > maxKeyNameLength)
    throw refused<KeyCode>('long-key-name', `The name can have at most ${maxKeyNameLength} characters`);
  return name;
}
