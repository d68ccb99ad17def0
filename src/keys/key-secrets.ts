import { createHmac, hash, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type PlaygroundToken, playgroundTokenSeconds } from './contract.ts';
import {
  checksumText,
  clientIdStart,
  lowerLetters,
  mixedLetters,
  secretStart,
  splitSecret,
} from './key-format.ts';
import { type KeyRow, listKeysAfter, resealKey, type SecretColumns, type SecretState } from './store.ts';

/** A key's secret as it is stored: encrypted for its row and its id alone, and signed, so that none can be swapped. */
export interface StoredSecret {
  id: string;
  sealed: string;
  signature: string;
  createdAt: number;
  state: SecretState;
  /** None for the one in use: it ends with the key. */
  endsAt: number | null;
  lastUsedAt: number | null;
}

const purpose = 'api keys';

/** The one in use, and the one before it if there was one, ended or not. */
export function secretsOf(row: Omit<KeyRow, 'slot'>): [StoredSecret, ...StoredSecret[]] {
  const inUse: StoredSecret = {
    id: row.secret_id ?? row.id,
    sealed: row.secret_sealed,
    signature: row.secret_signature,
    createdAt: row.secret_created_at ?? row.created_at,
    state: row.secret_state,
    endsAt: null,
    lastUsedAt: row.secret_last_used_at,
  };
  if (row.old_secret_sealed === null) return [inUse];
  const old: StoredSecret = {
    id: row.old_secret_id ?? row.id,
    sealed: row.old_secret_sealed,
    signature: row.old_secret_signature!,
    createdAt: row.old_secret_created_at ?? row.created_at,
    state: row.old_secret_state ?? 'active',
    endsAt: row.old_secret_ends_at,
    lastUsedAt: row.old_secret_last_used_at,
  };
  return [inUse, old];
}

/**
 * The one rule for whether a secret works. A clock can end a secret at its scheduled time, but no clock brings back
 * one whose end is recorded.
 */
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

/** Throws when SECRET_KEY no longer has what it was stored under, or the row was tampered with. */
export function openSecret(secrets: Secrets, keyId: string, stored: StoredSecret): string {
  const secret = secrets.decrypt(purpose, contextOf(keyId, stored.id), stored.sealed);
  if (!secrets.isSigned(purpose, secret, stored.signature))
    throw new Error('The signature is not of this secret');
  return secret;
}

/** The first secret is sealed as it was before there could be a second. */
const contextOf = (keyId: string, secretId: string) => (secretId === keyId ? keyId : `${keyId} ${secretId}`);

/** As `keyForms` makes it. */
export type SecretForm = RegExp;

const randomLength = 26;

/** `wbc_` and 20 of a-z and 0-9: what the provider's Python package accepts, and not as long as a secret. */
export const newClientId = (prefix: string) => `${clientIdStart(prefix)}${randomText(lowerLetters, 20)}`;

/** `wb_` and 32 of A-Z, a-z and 0-9, the last 6 a checksum of the rest. */
export function newSecret(prefix: string): string {
  const start = secretStart(prefix) + randomText(mixedLetters, randomLength);
  return start + checksumOf(start);
}

/** Told from the text alone, so that a scanner can tell a leaked key from a lookalike without asking anyone. */
export function isSecretFormat(text: string, form: SecretForm): boolean {
  if (!form.test(text)) return false;
  const [start, checksum] = splitSecret(text);
  return checksumOf(start) === checksum;
}

const checksumOf = (text: string) => checksumText(hash('sha256', text, 'buffer'));

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** So few that their transaction is over before anyone has noticed it. */
const pageRows = 100;
/** SQLite lets a process that waits for the lock try again only now and then: the lock must be free when it does. */
const pauseMs = 10;

/**
 * Puts every secret of every key under the newest of SECRET_KEY, so that the older ones can leave the list.
 * The keys stay what they are: running servers go on, and notice nothing. What is stopped in the middle is
 * whole as far as it came, and goes on from there the next time.
 */
export async function resealKeys(
  db: Db,
  secrets: Secrets,
): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for (let page = await listKeysAfter(db, '', pageRows); page.length > 0; ) {
    const due: { key: KeyRow; seals: Partial<SecretColumns> }[] = [];
    for (const key of page) {
      const seals = sealAnew(secrets, key);
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
    page = await listKeysAfter(db, page.at(-1)!.id, pageRows);
  }
  return counts;
}

/** The columns that change; undefined when one of the secrets cannot be read. */
function sealAnew(secrets: Secrets, key: KeyRow): Partial<SecretColumns> | undefined {
  const [inUse, old] = secretsOf(key);
  const seal = (stored: StoredSecret) =>
    sealSecret(secrets, { keyId: key.id, secretId: stored.id }, openSecret(secrets, key.id, stored));
  const isDue = (stored: StoredSecret) =>
    !(secrets.isNewest(stored.sealed) && secrets.isNewest(stored.signature));
  const seals: Partial<SecretColumns> = {};
  try {
    if (isDue(inUse)) {
      const { sealed, signature } = seal(inUse);
      Object.assign(seals, { secret_sealed: sealed, secret_signature: signature });
    }
    if (old && isDue(old)) {
      const { sealed, signature } = seal(old);
      Object.assign(seals, { old_secret_sealed: sealed, old_secret_signature: signature });
    }
    return seals;
  } catch {
    return undefined;
  }
}

export function signPlaygroundToken(client_id: string, secret: string, nowMs: number): PlaygroundToken {
  const iat = Math.floor(nowMs / 1000);
  const exp = iat + playgroundTokenSeconds;
  return {
    client_id,
    token: sign(secret, { client_id, iat, exp }),
    expires_at: new Date(exp * 1000).toISOString(),
  };
}

function sign(secret: string, claims: object): string {
  const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encode).join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
