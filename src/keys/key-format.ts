/** How a key is written: what both sides can tell from the text alone. */

export const lowerLetters = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const mixedLetters = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerLetters}`;
const checksumLength = 6;

export const secretStart = (prefix: string) => `${prefix}_`;
export const clientIdStart = (prefix: string) => `${prefix}c_`;

/** What the secrets and client ids of a provider look like, under any of its prefixes. */
export interface KeyForms {
  secret: RegExp;
  clientId: RegExp;
}

export function keyForms(prefixes: string[]): KeyForms {
  const anyOf = prefixes.join('|');
  return {
    // Whether its checksum is right is another question.
    secret: new RegExp(`^(?:${anyOf})_[A-Za-z0-9]{32}$`),
    clientId: new RegExp(`^(?:${anyOf})c_[a-z0-9]{20}$`),
  };
}

/** The part that the checksum is of, and the checksum. */
export const splitSecret = (secret: string): [string, string] => [
  secret.slice(0, -checksumLength),
  secret.slice(-checksumLength),
];

/** Of the SHA-256 of the rest. */
export function checksumText(digest: Uint8Array): string {
  let text = '';
  for (let at = 0; at < checksumLength; at++) text += mixedLetters[digest[at]! % mixedLetters.length];
  return text;
}

/** What a signed token may say, whoever reads it. */

/** How far `iat` may be from this clock, either way. */
const skewSecondsMax = 5 * 60;

/** The one shape a token has, told from the text alone. */
export const isTokenFormat = (text: string) => /^[^.]+\.[^.]+\.[\w-]{43}$/.test(text);

export type TokenPart = Record<string, unknown>;

export type TokenFault =
  | 'algorithm'
  | 'type'
  /** Something that names another key or asks for more: `kid`, `jku`, `jwk`, `crit` and their like. */
  | 'more-in-header'
  | 'client-id'
  | 'no-iat'
  | 'expired'
  | 'not-begun'
  /** Its clock or ours is wrong by so many minutes. */
  | { minutesOff: number };

export function findTokenFault(
  header: TokenPart | undefined,
  claims: TokenPart | undefined,
  clientId: string,
  nowSeconds: number,
): TokenFault | undefined {
  return findHeaderFault(header) ?? findClaimFault(claims, clientId, nowSeconds);
}

function findHeaderFault(header: TokenPart | undefined): TokenFault | undefined {
  if (header?.alg !== 'HS256') return 'algorithm';
  if (header.typ !== undefined && header.typ !== 'JWT') return 'type';
  const isPlain = Object.keys(header).every((name) => name === 'alg' || name === 'typ');
  return isPlain ? undefined : 'more-in-header';
}

function findClaimFault(
  claims: TokenPart | undefined,
  clientId: string,
  nowSeconds: number,
): TokenFault | undefined {
  if (claims?.client_id !== clientId) return 'client-id';
  if (typeof claims.iat !== 'number') return 'no-iat';
  const aheadSeconds = claims.iat - nowSeconds;
  if (!(Math.abs(aheadSeconds) <= skewSecondsMax)) return { minutesOff: Math.round(aheadSeconds / 60) };
  if (claims.exp !== undefined && !(typeof claims.exp === 'number' && claims.exp > nowSeconds))
    return 'expired';
  const hasBegun = claims.nbf === undefined || (typeof claims.nbf === 'number' && claims.nbf <= nowSeconds);
  return hasBegun ? undefined : 'not-begun';
}
