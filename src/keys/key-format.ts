/** The format of secrets, client IDs and signed tokens: the checks that need nothing but the text. */

export const lowerLetters = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const mixedLetters = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerLetters}`;
const checksumLength = 6;

export const secretStart = (prefix: string) => `${prefix}_`;
export const clientIdStart = (prefix: string) => `${prefix}c_`;

/** The patterns of a provider's secrets and client IDs, under any of its prefixes. */
export interface KeyForms {
  secret: RegExp;
  clientId: RegExp;
}

export function keyForms(prefixes: string[]): KeyForms {
  const anyOf = prefixes.join('|');
  return {
    // The checksum is checked separately.
    secret: new RegExp(`^(?:${anyOf})_[A-Za-z0-9]{32}$`),
    clientId: new RegExp(`^(?:${anyOf})c_[a-z0-9]{20}$`),
  };
}

/** Splits a secret into its text and the checksum of that text. */
export const splitSecret = (secret: string): [string, string] => [
  secret.slice(0, -checksumLength),
  secret.slice(-checksumLength),
];

/** The digest is the SHA-256 of the text before the checksum. */
export const checksumText = (digest: Uint8Array): string =>
  Array.from(digest.subarray(0, checksumLength), (byte) => mixedLetters[byte % mixedLetters.length]).join('');

/** How far `iat` may be from this clock, either way. */
const maxSkewSeconds = 5 * 60;

export const isTokenFormat = (text: string) => /^[^.]+\.[^.]+\.[\w-]{43}$/.test(text);

export type TokenPart = Record<string, unknown>;

export type TokenFault =
  | 'algorithm'
  | 'type'
  /** A header such as `kid`, `jku`, `jwk` or `crit`, which names another key or asks for more. */
  | 'more-in-header'
  | 'client-id'
  | 'no-iat'
  | 'expired'
  | 'not-begun'
  /** The token's clock or ours is wrong. */
  | { minutesOff: number };

export function findTokenFault(
  header: TokenPart | undefined,
  claims: TokenPart | undefined,
  clientId: string,
  nowSeconds: number,
): TokenFault | undefined {
  if (header?.alg !== 'HS256') return 'algorithm';
  if (header.typ !== undefined && header.typ !== 'JWT') return 'type';
  if (!Object.keys(header).every((name) => name === 'alg' || name === 'typ')) return 'more-in-header';
  if (claims?.client_id !== clientId) return 'client-id';
  if (typeof claims.iat !== 'number') return 'no-iat';
  const aheadSeconds = claims.iat - nowSeconds;
  if (!(Math.abs(aheadSeconds) <= maxSkewSeconds)) return { minutesOff: Math.round(aheadSeconds / 60) };
  if (claims.exp !== undefined && !(typeof claims.exp === 'number' && claims.exp > nowSeconds))
    return 'expired';
  const hasBegun = claims.nbf === undefined || (typeof claims.nbf === 'number' && claims.nbf <= nowSeconds);
  return hasBegun ? undefined : 'not-begun';
}
