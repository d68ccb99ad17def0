import { claimedClientId } from './signed-token.ts';

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
