import { createHmac, type KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findTokenFault, isTokenFormat, type TokenPart } from '../keys/key-format.ts';
import { isSameText } from '../platform/secrets.ts';

/** What a request claims to be: a client id, and either the secret or a token signed with it. */
export interface Credentials {
  clientId: string;
  password: string;
}

const passwordBytesMax = 4096;

/** HTTP basic auth. Anything else, and anything odd, is no credentials at all. */
export function parseBasicAuth(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > passwordBytesMax * 2) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : checked(text.slice(0, colon), text.slice(colon + 1));
}

/**
 * For clients that can send nothing else: `Bearer <client id>:<secret>`, or a signed token alone, which names its
 * client id itself. What it claims is proved by its signature, as ever.
 */
export function parseBearerAuth(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > passwordBytesMax * 2) return undefined;
  const given = /^bearer +([\w.:~+/=-]+) *$/i.exec(header)?.[1];
  if (!given) return undefined;
  const colon = given.indexOf(':');
  if (colon !== -1) return checked(given.slice(0, colon), given.slice(colon + 1));
  const clientId = claimedClientId(given);
  return clientId === undefined ? undefined : checked(clientId, given);
}

export function checked(clientId: string, password: string): Credentials | undefined {
  if (
    !/^[a-z0-9_]{1,64}$/.test(clientId) ||
    password === '' ||
    Buffer.byteLength(password) > passwordBytesMax
  )
    return undefined;
  return { clientId, password };
}

/** `foreign`: not signed with this key. `off`: signed, but its clock or ours is wrong by so many minutes. */
type TokenVerdict = 'valid' | 'foreign' | 'bad' | { minutesOff: number };

/** Whose token it says it is: nothing is proved by it. */
function claimedClientId(token: string): string | undefined {
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

/** Every value of a header as it came: where Node joins a repeated header or keeps the first, this tells them apart. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length === name.length && rawHeaders[index]!.toLowerCase() === name)
      values.push(rawHeaders[index + 1]!);
  }
  return values;
}

/** A header that is sent twice says nothing. */
export function onlyValue(request: IncomingMessage, name: string): string | undefined {
  const [value, ...more] = headerValues(request, name);
  return more.length === 0 ? value : undefined;
}
