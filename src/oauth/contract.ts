/** Types and rules of connected apps, for browser and server. */

import type { KeyUsage } from '../keys/contract.ts';
import type { Failure } from '../platform/contract.ts';

/**
 * The one permission that a connection has. Without weather there are only documentation tools. Unknown scopes are
 * ignored.
 */
export const permissionOf = ({ weather }: { weather: boolean }) => (weather ? 'weather:read' : 'docs:read');
/** Accepted because clients ask for it. It changes nothing: every connection can be refreshed. */
export const offlineScope = 'offline_access';

/** A person can connect this many apps. One more disconnects the least recently renewed one. */
export const maxConnections = 20;

/** How long a person can think about a request for access. */
export const requestMinutes = 10;
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

/** A person has allowed this. The redirect URI is the one of the request, with its port. */
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
  /** A person pastes this into an app to connect it. Null if apps can't connect here. */
  address: string | null;
}

/** Codes of errors on the page that asks a person to allow a connection. */
export const consentCodes = [
  /** The query can't be read: a parameter is missing, repeated or too long. */
  'faulty-request',
  'unknown-client',
  /** The document that describes the app can't be read. */
  'client-document',
  /** The app hasn't registered the address that it wants the answer at. */
  'bad-redirect',
  /** The operator doesn't allow the host of that address. */
  'redirect-not-allowed',
  /** Too old, answered already, of another browser, or the app has changed. */
  'expired-request',
  /** Another person has signed in since the page was shown. */
  'other-account',
  'suspended',
] as const;
export type ConsentCode = (typeof consentCodes)[number];

/** Codes of errors that are sent to the app by its redirect URI, as the standard names them. */
export type AuthorizationErrorCode =
  | 'access_denied'
  | 'invalid_request'
  | 'invalid_target'
  | 'unsupported_response_type';

export interface AuthorizationRequest {
  /** The query of the page's address, as the app sent it. */
  query: string;
}

interface ShownClient {
  success: true;
  client: { name: string /** Missing if the app registered itself. */; domain?: string };
  redirect: { host: string /** An app on the person's own computer. */; is_local: boolean };
}

/** The consent page shows this request to the person. */
export interface OpenRequest extends ShownClient {
  id: string;
  /** Missing if nobody is signed in. */
  account?: { email: string; is_suspended: boolean };
}

/** The app has made a mistake. The person can go back to it. */
export interface FaultyRequest extends ShownClient {
  problem: string;
  return_to: string;
}

export type AuthorizationAnswer = OpenRequest | FaultyRequest | Failure<ConsentCode>;

export interface DecisionRequest {
  decision: 'allow' | 'deny';
  /** The address of the account that the page showed. */
  account?: string | undefined;
}

/** Where the browser goes next. */
export type DecisionAnswer = { success: true; redirect_to: string } | Failure<ConsentCode>;

/** Codes of errors at the token and registration endpoints, as the standards name them. */
export const tokenErrorCodes = [
  'invalid_request',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'access_denied',
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
