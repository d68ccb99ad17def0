import { createHmac, type KeyObject } from 'node:crypto';
import { findTokenFault, isTokenFormat, type TokenPart } from '../keys/form/token-form.ts';
import { isSameText } from '../platform/secrets.ts';

/** `foreign`: not signed with this key. `off`: signed, but its clock or ours is wrong by so many minutes. */
type TokenVerdict = 'valid' | 'foreign' | 'bad' | { minutesOff: number };

/** Whose token it says it is: nothing is proved by it. */
export function claimedClientId(token: string): string | undefined {
  const payload = isTokenFormat(token) ? parse(token.split('.')[1]!) : undefined;
  return typeof payload?.client_id === 'string' ? payload.client_id : undefined;
}

/** HS256 and nothing else: the algorithm is ours to say, never the token's. */
export function checkToken(token: string, key: KeyObject, clientId: string, nowMs: number): TokenVerdict {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || !signature || more.length > 0) return 'foreign';
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  if (!isSameText(signature, expected)) return 'foreign';
  const fault = findTokenFault(parse(header), parse(payload), clientId, nowMs / 1000);
  return typeof fault === 'string' ? 'bad' : (fault ?? 'valid');
}

function parse(part: string): TokenPart | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as TokenPart)
      : undefined;
  } catch {
    return undefined;
  }
}
