import { createHmac, type KeyObject } from 'node:crypto';
import { isSameText } from '../platform/secrets.ts';

/** How far `iat` may be from this clock, either way. */
const skewSecondsMax = 5 * 60;

/** `foreign`: not signed with this key. `off`: signed, but its clock or ours is wrong by so many minutes. */
type TokenVerdict = 'valid' | 'foreign' | 'bad' | { minutesOff: number };

/** The one shape a token has, told from the text alone. */
export const isTokenFormat = (text: string) => /^[^.]+\.[^.]+\.[\w-]{43}$/.test(text);

/** HS256 and nothing else: the algorithm is ours to say, never the token's. */
export function checkToken(token: string, key: KeyObject, clientId: string, nowMs: number): TokenVerdict {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || !signature || more.length > 0) return 'foreign';
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  if (!isSameText(signature, expected)) return 'foreign';
  return isOwnHeader(parse(header)) ? checkClaims(parse(payload), clientId, nowMs / 1000) : 'bad';
}

/** Nothing that names another key or asks for more: `kid`, `jku`, `jwk`, `crit` and their like. */
function isOwnHeader(header: Claims | undefined): boolean {
  if (header?.alg !== 'HS256' || (header.typ !== undefined && header.typ !== 'JWT')) return false;
  return Object.keys(header).every((name) => name === 'alg' || name === 'typ');
}

function checkClaims(claims: Claims | undefined, clientId: string, nowSeconds: number): TokenVerdict {
  if (claims?.client_id !== clientId || typeof claims.iat !== 'number') return 'bad';
  const aheadSeconds = claims.iat - nowSeconds;
  if (!(Math.abs(aheadSeconds) <= skewSecondsMax)) return { minutesOff: Math.round(aheadSeconds / 60) };
  if (claims.exp !== undefined && !(typeof claims.exp === 'number' && claims.exp > nowSeconds)) return 'bad';
  const hasBegun = claims.nbf === undefined || (typeof claims.nbf === 'number' && claims.nbf <= nowSeconds);
  return hasBegun ? 'valid' : 'bad';
}

type Claims = Record<string, unknown>;

function parse(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Claims)
      : undefined;
  } catch {
    return undefined;
  }
}
