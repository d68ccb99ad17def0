import { createHmac, type KeyObject } from 'node:crypto';
import { isSameText } from '../platform/secrets.ts';

/** How far `iat` may be from this clock, either way. */
const skewSecondsMax = 5 * 60;

/** HS256 and nothing else: the algorithm is ours to say, never the token's. */
export function isValidToken(token: string, key: KeyObject, clientId: string, nowMs: number): boolean {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || !signature || more.length > 0) return false;
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  if (!isSameText(signature, expected)) return false;
  return isOwnHeader(parse(header)) && isCurrent(parse(payload), clientId, nowMs / 1000);
}

/** Nothing that names another key or asks for more: `kid`, `jku`, `jwk`, `crit` and their like. */
function isOwnHeader(header: Claims | undefined): boolean {
  if (header?.alg !== 'HS256' || (header.typ !== undefined && header.typ !== 'JWT')) return false;
  return Object.keys(header).every((name) => name === 'alg' || name === 'typ');
}

function isCurrent(claims: Claims | undefined, clientId: string, nowSeconds: number): boolean {
  if (claims?.client_id !== clientId || typeof claims.iat !== 'number') return false;
  if (!(Math.abs(nowSeconds - claims.iat) <= skewSecondsMax)) return false;
  if (claims.exp !== undefined && !(typeof claims.exp === 'number' && claims.exp > nowSeconds)) return false;
  return claims.nbf === undefined || (typeof claims.nbf === 'number' && claims.nbf <= nowSeconds);
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
