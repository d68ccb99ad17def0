import type { RefusalCause } from '../keys/contract.ts';
import { isTokenFormat } from '../keys/form/token-form.ts';
import { isSecretFormat, type SecretForm } from '../keys/key-format.ts';
import { isActiveSecret } from '../keys/sealed-secret.ts';
import { isSameText } from '../platform/secrets.ts';
import { type CachedKey, CachedSecret } from './cached-key.ts';
import type { Credentials } from './credentials.ts';
import { checkToken } from './signed-token.ts';

/** Why not: for the owner, never for the caller. */
export interface Refusal {
  cause: RefusalCause;
  detail: string;
}

export const isRefusal = (found: CachedSecret | Refusal): found is Refusal =>
  !(found instanceof CachedSecret);

/** Signed with a secret that is known, and wrong all the same: a newer one would not make it right. */
export const isSettled = ({ cause }: Refusal) => cause === 'bad-token' || cause === 'clock-off';

const isToken = (password: string) => password.includes('.');

/** Told from the text alone, before anyone is asked: neither a secret nor a token that could have been made here. */
export const isMalformed = ({ password }: Credentials, form: SecretForm) =>
  isToken(password) ? !isTokenFormat(password) : !isSecretFormat(password, form);

/** By which of its secrets these credentials open the key, or why they do not. */
export function checkKey(
  credentials: Credentials,
  key: CachedKey,
  form: SecretForm,
  now: number,
): CachedSecret | Refusal {
  const found = isToken(credentials.password)
    ? findBySignature(credentials, key, now)
    : findByText(credentials, key, form);
  if (isRefusal(found)) return found;
  if (!isActiveSecret(found, now))
    return {
      cause: 'ended-secret',
      detail: found.endsAt === undefined ? '' : `since ${isoMinute(found.endsAt)}`,
    };
  if (key.expiresAt !== undefined && key.expiresAt <= now)
    return { cause: 'expired', detail: `since ${isoMinute(key.expiresAt)}` };
  if (key.isSuspended) return { cause: 'suspended', detail: '' };
  return found;
}

function findByText(
  { password }: Credentials,
  { secret, oldSecret }: CachedKey,
  form: SecretForm,
): CachedSecret | Refusal {
  if (isSameText(password, secret.text)) return secret;
  if (oldSecret && isSameText(password, oldSecret.text)) return oldSecret;
  const isMistyped = !isSecretFormat(password, form);
  return {
    cause: 'wrong-secret',
    detail: isMistyped ? 'mistyped, cut off or not a secret' : 'another key’s secret',
  };
}

function findBySignature(
  { clientId, password }: Credentials,
  { secret: inUse, oldSecret }: CachedKey,
  now: number,
): CachedSecret | Refusal {
  for (const secret of oldSecret ? [inUse, oldSecret] : [inUse]) {
    const verdict = checkToken(password, secret.signingKey, clientId, now);
    if (verdict === 'valid') return secret;
    if (verdict === 'bad') return { cause: 'bad-token', detail: 'signed, but not for this call or this key' };
    if (verdict !== 'foreign') return { cause: 'clock-off', detail: inWords(verdict.minutesOff) };
  }
  return { cause: 'wrong-secret', detail: 'a token signed with another secret' };
}

const inWords = (minutes: number) => `${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead'}`;

const isoMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;
