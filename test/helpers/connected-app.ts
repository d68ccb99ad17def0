import { createHash } from 'node:crypto';
import { issueCode } from '../../src/oauth/codes.ts';
import { type OAuthClient, permissionOf } from '../../src/oauth/contract.ts';
import type { TokenAnswer } from '../../src/oauth/tokens.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { mcpServer, oauth } from '../../src/urls.ts';
import { postRaw } from '../mcp/raw-call.ts';
import type { TestPortal } from './portal.ts';
import { listen } from './raw-http.ts';

export const app: OAuthClient = {
  id: 'https://helper.example/client.json',
  name: 'Weather Helper',
  domain: 'helper.example',
  redirectUris: ['https://helper.example/callback'],
};

/** What an app has after its person has pressed Allow: a code, and the verifier that it made up before. */
interface AllowedApp {
  code: string;
  verifier: string;
}

export async function personOf({ database: { db } }: TestPortal, email: string) {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
}

export async function allowApp(
  portal: TestPortal,
  userId: string,
  client: Omit<OAuthClient, 'redirectUris'> = app,
): Promise<AllowedApp> {
  const verifier = randomSecret();
  const approval = {
    userId,
    client,
    redirectUri: app.redirectUris[0]!,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    scope: permissionOf({ weather: true }),
    resource: portal.config.publicUrl + mcpServer,
  };
  return { code: await issueCode(portal.database.db, approval, portal.clock.now()), verifier };
}

/** Sends a form as apps do. A list sends the field several times. */
export async function postForm(portal: TestPortal, url: string, fields: Record<string, string | string[]>) {
  const pairs = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((each) => [name, each]),
  );
  return portal.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(pairs as string[][]).toString(),
  });
}

export const exchange = (portal: TestPortal, { code, verifier }: AllowedApp, changes = {}) =>
  postForm(portal, oauth.token, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: app.id,
    redirect_uri: app.redirectUris[0]!,
    ...changes,
  });

export const refresh = (portal: TestPortal, refreshToken: string, changes = {}) =>
  postForm(portal, oauth.token, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: app.id,
    ...changes,
  });

/** Connects the app to the account, as far as the app and the server are concerned. */
export async function connectApp(
  portal: TestPortal,
  userId: string,
  client: Omit<OAuthClient, 'redirectUris'> = app,
): Promise<TokenAnswer> {
  const answer = await exchange(portal, await allowApp(portal, userId, client), { client_id: client.id });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** Calls the MCP server with this Authorization and returns the status and the answer. */
export async function callMcp(
  portal: TestPortal,
  authorization: string | undefined,
  call: { tool?: string; given?: object; query?: string } = {},
) {
  const { tool, given = {}, query = '' } = call;
  const message = tool
    ? { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } }
    : { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const answer = await postRaw(`http://127.0.0.1:${await listen(portal)}`, {
    query,
    headers: authorization === undefined ? {} : { authorization },
    body: JSON.stringify(message),
  });
  const json = answer.body.slice(answer.body.indexOf('{'));
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the wrong form fails the test.
  const body: any = json === '' ? undefined : JSON.parse(json.split('\n')[0]!);
  return {
    status: answer.status,
    headers: answer.headers,
    body,
    text: body?.result?.content?.[0]?.text ?? '',
  };
}

export const bearer = ({ access_token }: Pick<TokenAnswer, 'access_token'>) => `Bearer ${access_token}`;
