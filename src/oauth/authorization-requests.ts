import { findUser } from '../accounts/user-store.ts';
import type { Db } from '../platform/database.ts';
import { notSignedIn } from '../platform/errors.ts';
import { randomSecret, sha256 } from '../platform/secrets.ts';
import { minuteMs } from '../time.ts';
import { markApproved } from './client-store.ts';
import type { Clients } from './clients.ts';
import { issueCode } from './codes.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationErrorCode,
  type OAuthClient,
  offlineScope,
  requestMinutes,
} from './contract.ts';
import { consentError } from './errors.ts';
import { type Parameters, readParameters } from './parameters.ts';
import { isAllowedHost, isLocal, isRegistered, parseRedirectUri, withParameters } from './redirect-uris.ts';
import { deleteRequest, deleteRequestsBefore, findRequest, insertRequest } from './request-store.ts';

const lifeMs = requestMinutes * minuteMs;

interface RequestsOptions {
  db: Db;
  clients: Clients;
  /** Undefined allows every host. */
  allowedHosts: readonly string[] | undefined;
  /** The address of the portal, which names it in every answer to an app. */
  issuer: string;
  /** The address of the MCP server. */
  resource: string;
  permission: string;
  now: () => number;
}

interface Visitor {
  hash: string;
  network: string;
  userId: string | undefined;
}

interface Decision {
  isAllowed: boolean;
  /** The address of the account that the page showed. */
  account: string | undefined;
}

/**
 * Requests for access that apps make, from the moment a person sees one until it is answered. A request belongs to the
 * browser that opened it and is answered once. Nothing is sent to an app before the person clicks.
 */
export function createAuthorizationRequests(options: RequestsOptions) {
  const { db, clients, allowedHosts, issuer, resource, permission, now } = options;

  /** Describes the request in the query of the page's address. A mistake that is not the app's alone is an error. */
  async function open(query: string, visitor: Visitor): Promise<AuthorizationAnswer> {
    const given = readQuery(query);
    if (given.client_id === undefined) throw consentError('faulty-request');
    const client = await clients.find(given.client_id, visitor.network);
    if (!client) throw consentError('unknown-client');
    const redirectUri = given.redirect_uri ?? '';
    const url = requireRedirect(client, redirectUri);
    const shown = {
      success: true as const,
      client: { name: client.name, ...(client.domain !== undefined && { domain: client.domain }) },
      redirect: { host: url.host, is_local: isLocal(url) },
    };
    const problem = findProblem(given, resource);
    if (problem) {
      const [error, sentence] = problem;
      const return_to = answerTo(redirectUri, { error, error_description: sentence, state: given.state });
      return { ...shown, problem: sentence, return_to };
    }
    const id = randomSecret();
    await insertRequest(db, {
      id_hash: sha256(id),
      visitor_hash: visitor.hash,
      client_id: client.id,
      client_name: client.name,
      redirect_uri: redirectUri,
      code_challenge: given.code_challenge!,
      scope: grantedScope(permission, given.scope),
      state: given.state ?? null,
      created_at: now(),
    });
    const user = visitor.userId === undefined ? undefined : await findUser(db, visitor.userId);
    const account = user && { email: user.email, is_suspended: user.suspended_at !== null };
    return { ...shown, id, ...(account && { account }) };
  }

  /** Answers the request, and returns the address that takes the answer to the app. */
  async function decide(
    id: string,
    visitor: Pick<Visitor, 'hash' | 'userId'>,
    { isAllowed, account }: Decision,
  ): Promise<{ clientId: string; redirectTo: string }> {
    const idHash = sha256(id);
    const key = { idHash, visitorHash: visitor.hash, createdAfter: now() - lifeMs };
    const request = await findRequest(db, key);
    if (!request) throw consentError('expired-request');
    const { client_id: clientId, redirect_uri: redirectUri, state } = request;
    const answer = (parameters: Record<string, string>) => ({
      clientId,
      redirectTo: answerTo(redirectUri, { ...parameters, state: state ?? undefined }),
    });
    if (!isAllowed) {
      if (!(await deleteRequest(db, idHash))) throw consentError('expired-request');
      return answer({ error: 'access_denied' satisfies AuthorizationErrorCode });
    }
    const { userId } = visitor;
    if (userId === undefined) throw notSignedIn();
    const client = await clients.find(clientId);
    // The app has changed since it was shown.
    if (client?.name !== request.client_name) throw consentError('expired-request');
    requireRedirect(client, redirectUri);
    const code = await db.transaction().execute(async (trx) => {
      const user = await findUser(trx, userId);
      if (!user || user.email !== account) throw consentError('other-account');
      if (user.suspended_at !== null) throw consentError('suspended');
      if (!(await deleteRequest(trx, idHash))) throw consentError('expired-request');
      await markApproved(trx, clientId, now());
      const { code_challenge: codeChallenge, scope } = request;
      return issueCode(trx, { userId, client, redirectUri, codeChallenge, scope, resource }, now());
    });
    return answer({ code });
  }

  /** Returns the address if a code may be sent there. Otherwise nothing is sent to it, not even an error. */
  function requireRedirect(client: OAuthClient, uri: string): URL {
    const url = parseRedirectUri(uri);
    if (!url || !isRegistered(url, client.redirectUris)) throw consentError('bad-redirect');
    if (!isAllowedHost(url, allowedHosts)) throw consentError('redirect-not-allowed');
    return url;
  }

  /** Every answer names who sent it, so that an app with several servers cannot mix them up (RFC 9207). */
  const answerTo = (uri: string, parameters: Record<string, string | undefined>) =>
    withParameters(uri, { ...parameters, iss: issuer });

  const forgetOld = () => deleteRequestsBefore(db, now() - lifeMs);

  return { open, decide, forgetOld };
}

export type AuthorizationRequests = ReturnType<typeof createAuthorizationRequests>;

function readQuery(query: string): Parameters {
  try {
    return readParameters(query);
  } catch {
    throw consentError('faulty-request');
  }
}

/** The first mistake that can be reported to the app, as a code of the standard and a sentence. */
function findProblem(given: Parameters, resource: string): [AuthorizationErrorCode, string] | undefined {
  if (given.response_type !== 'code') {
    const code = given.response_type === undefined ? 'invalid_request' : 'unsupported_response_type';
    return [code, 'The response_type must be code.'];
  }
  if (given.response_mode !== undefined && given.response_mode !== 'query')
    return ['invalid_request', 'The response_mode must be query.'];
  // The SHA-256 hash of the verifier, in base64url.
  if (given.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(given.code_challenge ?? ''))
    return ['invalid_request', 'PKCE is required: send a code_challenge and code_challenge_method=S256.'];
  if (given.resource !== undefined && given.resource !== resource)
    return ['invalid_target', `The resource must be ${resource}.`];
  return undefined;
}

/** Every connection has the one permission. `offline_access` changes nothing, and other scopes are ignored. */
function grantedScope(permission: string, requested = ''): string {
  const isOffline = requested.split(' ').includes(offlineScope);
  return isOffline ? `${permission} ${offlineScope}` : permission;
}
