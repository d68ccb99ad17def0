/** What the browser, the server and the two sides of a sign-in share about connected apps. */

import type { KeyUsage } from '../keys/contract.ts';

/** The one permission that a connection has. Unknown scopes are ignored. */
export const weatherScope = 'weather:read';

/** A person can connect this many apps. One more disconnects the one that was renewed the longest time ago. */
export const maxConnections = 20;

export const codeSeconds = 60;
export const accessTokenSeconds = 3600;
/** A refresh token that is not used for so long expires, and the connection ends with its last one. */
export const refreshTokenDays = 90;
/** How long a refresh token works after it was replaced, because clients refresh from several processes at once. */
export const refreshGraceMinutes = 5;

/** An app that asks for access, before anybody has allowed it. */
export interface OAuthClient {
  id: string;
  name: string;
  /** Verified by the URL of its document. Undefined if it registered itself. */
  domain: string | undefined;
  redirectUris: string[];
}

export interface OAuthClients {
  find(clientId: string): Promise<OAuthClient | undefined>;
}

/** What a person has allowed. The redirect URI is the one of the request, with its port. */
export interface Approval {
  userId: string;
  client: Pick<OAuthClient, 'id' | 'name' | 'domain'>;
  redirectUri: string;
  /** The S256 challenge. */
  codeChallenge: string;
  scope: string;
  resource: string;
}

/** An app that is connected to a person's account. */
export interface Connection {
  id: string;
  name: string;
  /** Null if the app registered itself. */
  domain: string | null;
  /** The host that received the access. */
  redirect_host: string;
  created_at: string;
  usage: KeyUsage;
}

/** Most recently connected first. */
export interface ConnectionsAnswer {
  connections: Connection[];
}

/** Codes of errors at the token endpoint, as the standard names them. */
export const tokenErrorCodes = [
  'invalid_request',
  /** The app is not registered: it has to register again. */
  'invalid_client',
  /** The code or refresh token doesn't work: the person has to sign in again. */
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_target',
  'temporarily_unavailable',
  'server_error',
] as const;
export type TokenErrorCode = (typeof tokenErrorCodes)[number];
