import { createHmac, type KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findTokenFault, isTokenFormat, type TokenPart } from '../keys/key-format.ts';
import { isSameText } from '../platform/secrets.ts';

/** A request claims a client ID, and proves it with the secret or a token signed with it. */
export interface Credentials {
  clientId: string;
  password: string;
}

const maxPasswordBytes = 4096;
const maxHeaderLength = maxPasswordBytes * 2;

/** Reads HTTP basic auth. Everything else is undefined. */
export function parseBasicAuth(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1];
  return encoded ? parsePair(Buffer.from(encoded, 'base64').toString('utf8')) : undefined;
}

/**
 * Reads `Bearer <client ID>:<secret>`, for clients that can send nothing else, or a signed token alone. Such a token
 * names its client ID itself, which its signature proves later.
 */
export function parseBearerAuth(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  const given = /^bearer +([\w.:~+/=-]+) *$/i.exec(header)?.[1];
  if (!given) return undefined;
  if (given.includes(':')) return parsePair(given);
  const [, part = ''] = given.split('.');
  const payload = isTokenFormat(given) ? parseTokenPart(part) : undefined;
  return typeof payload?.client_id === 'string' ? toCredentials(payload.client_id, given) : undefined;
}

function parsePair(text: string): Credentials | undefined {
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : toCredentials(text.slice(0, colon), text.slice(colon + 1));
}

/** Undefined unless the client ID has the right characters and the password a bounded length. */
export const toCredentials = (clientId: string, password: string): Credentials | undefined =>
  /^[a-z0-9_]{1,64}$/.test(clientId) && password !== '' && Buffer.byteLength(password) <= maxPasswordBytes
    ? { clientId, password }
    : undefined;

/** `foreign` is not signed with this key. `minutesOff` is signed, but its clock or ours is wrong. */
type TokenVerdict = 'valid' | 'foreign' | 'bad' | { minutesOff: number };

/** The parts of a token whose signature is right. */
export interface SignedToken {
  header: TokenPart | undefined;
  claims: TokenPart | undefined;
}

/** Undefined unless the token is signed with this key by HS256: the server chooses the algorithm, never the token. */
export function openToken(token: string, key: KeyObject): SignedToken | undefined {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || !signature || more.length > 0) return undefined;
  const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  return isSameText(signature, expected)
    ? { header: parseTokenPart(header), claims: parseTokenPart(payload) }
    : undefined;
}

export function checkToken(token: SignedToken | undefined, clientId: string, nowMs: number): TokenVerdict {
  if (!token) return 'foreign';
  const fault = findTokenFault(token.header, token.claims, clientId, nowMs / 1000);
  return typeof fault === 'string' ? 'bad' : (fault ?? 'valid');
}

function parseTokenPart(part: string): TokenPart | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as TokenPart)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Every value of a header as it was sent. Node itself joins a repeated header or keeps the first. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? '';
    if (header.length === name.length && header.toLowerCase() === name)
      values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}

/** A header that is sent twice counts as missing. */
export function onlyValue(request: IncomingMessage, name: string): string | undefined {
  const [value, ...more] = headerValues(request, name);
  return more.length === 0 ? value : undefined;
}
