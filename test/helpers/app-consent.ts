import { createHash } from 'node:crypto';
import type { OpenRequest } from '../../src/oauth/contract.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { calls, mcpServer, oauth } from '../../src/urls.ts';
import type { Browser } from './browser.ts';
import type { TestPortal } from './portal.ts';

export const callback = 'https://app.example/callback';

/** Registers an app as it does it itself, and returns its client ID. */
export async function registerApp(portal: TestPortal, changes: object = {}): Promise<string> {
  const answer = await register(portal, { client_name: 'Teapot', redirect_uris: [callback], ...changes });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().client_id;
}

export const register = (portal: TestPortal, metadata: unknown, address = '203.0.113.80') =>
  portal.server.inject({
    method: 'POST',
    url: oauth.register,
    remoteAddress: address,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(metadata),
  });

interface AppRequest {
  query: string;
  verifier: string;
}

/** The query with which an app sends a person to the page. An undefined change leaves a parameter out. */
export function appRequest(
  portal: TestPortal,
  clientId: string,
  changes: Record<string, string | undefined> = {},
): AppRequest {
  const verifier = randomSecret();
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state of the app',
    scope: 'weather:read',
    resource: portal.config.publicUrl + mcpServer,
    ...changes,
  };
  const sent = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { query: new URLSearchParams(sent).toString(), verifier };
}

export const openRequest = (browser: Browser, query: string) =>
  browser.post(calls.authorizationRequests, { query });

/** Opens the request and returns what the page shows. */
export async function seeRequest(browser: Browser, query: string): Promise<OpenRequest> {
  const answer = await openRequest(browser, query);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

export const decide = (
  browser: Browser,
  { id, account }: Pick<OpenRequest, 'id' | 'account'>,
  decision: 'allow' | 'deny' = 'allow',
) => browser.post(calls.authorizationRequest(id), { decision, account: account?.email });

/** What the app gets: the parameters that were added to its address. */
export const sentToApp = (redirectTo: string) => Object.fromEntries(new URL(redirectTo).searchParams);
