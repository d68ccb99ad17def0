import { createHmac, hash, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { iso } from '../time.ts';
import { type PlaygroundToken, playgroundTokenSeconds } from './contract.ts';
import {
  checksumText,
  clientIdStart,
  lowerLetters,
  mixedLetters,
  secretStart,
  splitSecret,
} from './key-format.ts';
import { type KeyRow, keyPages, resealKey, type SecretColumns, type SecretState } from './store.ts';

/** A secret as it is stored: encrypted for its key and its id, and signed, so that no two can be swapped. */
export interface StoredSecret {
  id: string;
  sealed: string;
  signature: string;
  createdAt: number;
  state: SecretState;
  /** Null for the current secret, which ends with the key. */
  endsAt: number | null;
  lastUsedAt: number | null;
}

const purpose = 'api keys';

/** The current secret and, after a rotation, the old one, whether it has ended or not. */
export function secretsOf(row: KeyRow): [StoredSecret, ...StoredSecret[]] {
  const current: StoredSecret = {
    id: row.secret_id,
    sealed: row.secret_sealed,
    signature: row.secret_signature,
    createdAt: row.secret_created_at,
    state: row.secret_state,
    endsAt: null,
    lastUsedAt: row.secret_last_used_at,
  };
  const {
    old_secret_id: id,
    old_secret_sealed: sealed,
    old_secret_signature: signature,
    old_secret_created_at: createdAt,
    old_secret_state: state,
    old_secret_ends_at: endsAt,
    old_secret_last_used_at: lastUsedAt,
  } = row;
  if (id === null || sealed === null || signature === null || createdAt === null || state === null)
    return [current];
  return [current, { id, sealed, signature, createdAt, state, endsAt, lastUsedAt }];
}

/** The one rule for whether a secret works. A clock can end a secret on time, but never revive a recorded end. */
export const isActiveSecret = (
  { state, endsAt }: { state: SecretState; endsAt?: number | null | undefined },
  now: number,
) => state === 'active' && (endsAt == null || endsAt > now);

export const sealSecret = (
  secrets: Secrets,
  { keyId, secretId = keyId }: { keyId: string; secretId?: string },
  secret: string,
): Pick<StoredSecret, 'sealed' | 'signature'> => ({
  sealed: secrets.encrypt(purpose, contextOf(keyId, secretId), secret),
  signature: secrets.sign(purpose, secret),
});

/** Throws if SECRET_KEY no longer has the key that sealed it, or if the row was tampered with. */
export function openSecret(secrets: Secrets, keyId: string, stored: StoredSecret): string {
  const secret = secrets.decrypt(purpose, contextOf(keyId, stored.id), stored.sealed);
  if (!secrets.isSigned(purpose, secret, stored.signature))
    throw new Error("The signature doesn't match the secret");
  return secret;
}

const contextOf = (keyId: string, secretId: string) => `${keyId} ${secretId}`;

/** The pattern of secrets, as `keyForms` creates it. */
export type SecretForm = RegExp;

const randomLength = 26;

/** `wbc_` and 20 of a-z and 0-9: the provider's Python package accepts it, and it differs in length from a secret. */
export const newClientId = (prefix: string) => `${clientIdStart(prefix)}${randomText(lowerLetters, 20)}`;

/** `wb_` and 32 of A-Z, a-z and 0-9, of which the last 6 are a checksum of the rest. */
export function newSecret(prefix: string): string {
  const start = secretStart(prefix) + randomText(mixedLetters, randomLength);
  return start + checksumOf(start);
}

/** Needs no database, so that a secret scanner can tell a leaked key from similar text. */
export function isSecretFormat(text: string, form: SecretForm): boolean {
  if (!form.test(text)) return false;
  const [start, checksum] = splitSecret(text);
  return checksumOf(start) === checksum;
}

const checksumOf = (text: string) => checksumText(hash('sha256', text, 'buffer'));

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A page is small enough that its transaction holds no lock that anyone notices. */
const pageRows = 100;
/** On SQLite a waiting process tries again only now and then, so the lock must be free for a while. */
const pauseMs = 10;

/**
 * Seals every secret under the newest key of SECRET_KEY, so that older ones can be removed from the list. Running
 * servers are not affected. If it is interrupted, the next run continues from there.
 */
export async function resealKeys(
  db: Db,
  secrets: Secrets,
): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for await (const page of keyPages(db, pageRows)) {
    const due: { key: KeyRow; seals: Partial<SecretColumns> }[] = [];
    for (const key of page) {
      const seals = sealAgain(secrets, key);
      if (seals === undefined) counts.unreadable++;
      else if (Object.keys(seals).length > 0) due.push({ key, seals });
    }
    if (due.length > 0) {
      await db.transaction().execute(async (trx) => {
        for (const { key, seals } of due) await resealKey(trx, key, seals);
      });
      counts.resealed += due.length;
      await sleep(pauseMs);
    }
  }
  return counts;
}

/** The columns that change. Undefined if one of the secrets cannot be decrypted. */
function sealAgain(secrets: Secrets, key: KeyRow): Partial<SecretColumns> | undefined {
  const [current, old] = secretsOf(key);
  const seal = (stored: StoredSecret): [string, string] => {
    const secret = openSecret(secrets, key.id, stored);
    const { sealed, signature } = sealSecret(secrets, { keyId: key.id, secretId: stored.id }, secret);
    return [sealed, signature];
  };
  const isDue = ({ sealed, signature }: StoredSecret) =>
    !(secrets.isNewest(sealed) && secrets.isNewest(signature));
  const seals: Partial<SecretColumns> = {};
  try {
    if (isDue(current)) [seals.secret_sealed, seals.secret_signature] = seal(current);
    if (old && isDue(old)) [seals.old_secret_sealed, seals.old_secret_signature] = seal(old);
    return seals;
  } catch {
    return undefined;
  }
}

export function signPlaygroundToken(client_id: string, secret: string, nowMs: number): PlaygroundToken {
  const iat = Math.floor(nowMs / 1000);
  const exp = iat + playgroundTokenSeconds;
  const text = [
    { alg: 'HS256', typ: 'JWT' },
    { client_id, iat, exp },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = createHmac('sha256', secret).update(text).digest('base64url');
  return { client_id, token: `${text}.${signature}`, expires_at: iso(exp * 1000) };
}
