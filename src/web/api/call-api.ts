import type { ApiName, ApiRequest, Sandbox, SiteSummary } from '../../content/contract.ts';
import { queryText } from '../../content/requests/request.ts';
import { isSandboxed } from '../../content/sandbox.ts';
import { noDemoSentence } from '../../gateway/demo/contract.ts';
import { type PlaygroundToken, playgroundTokenSeconds } from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import { apiUnavailable } from '../../weather/contract.ts';
import { type Outcome, requestError, serverMessage } from '../session/outcome.ts';
import { sendJson } from '../session/send.ts';
import { onUserChanged } from '../session/use-session.ts';
import { type ApiOutcome, type ApiResponse, basicAuth, type FetchOptions, fetchApi } from './fetch-api.ts';
import type { ApiIdentity } from './identity.ts';

export interface ApiCall extends Pick<ApiRequest, 'path' | 'query'> {
  api: ApiName;
}

/** Calls the documented API like any client, as the demo or with a token for one of the user's keys. */
export async function callApi(
  call: ApiCall,
  identity: ApiIdentity,
  { site, ...options }: FetchOptions & { site: Pick<SiteSummary, 'hosts' | 'sandbox'> },
): Promise<ApiOutcome> {
  // The demo's token is never sent to a provider's host.
  if (identity.kind === 'demo' && !isSandboxed(site.sandbox, call.api)) return noDemo;
  const token = await tokenFor(identity);
  if (!token.ok) return token;
  const { client_id, token: password } = token.value;
  // The host is always the configured one, whatever the values are.
  const address = site.hosts[call.api] + call.path + queryText(call.query);
  return fetchApi(address, basicAuth(client_id, password), options);
}

const noDemo: ApiOutcome = { ok: false, status: 0, code: 'no-demo', message: noDemoSentence };

type CallArguments = Parameters<typeof callApi>;

/** Returns the text of a 200 response, or the API's error message. */
export const fetchApiText = (...call: CallArguments) =>
  readBody(call, ({ body }) => (typeof body === 'string' && body !== '' ? body : undefined));

/** Returns the file of a 200 response, or the API's error message. */
export const fetchApiFile = (...call: CallArguments) =>
  readBody(call, ({ body }) => (typeof body === 'string' ? undefined : body));

async function readBody<Body>(
  call: CallArguments,
  read: (response: ApiResponse) => Body | undefined,
): Promise<Outcome<Body>> {
  const outcome = await callApi(...call);
  if (!outcome.ok) return { ok: false, status: 0, message: outcome.message };
  const { status, retryAtMs } = outcome.value;
  const value = status === 200 ? read(outcome.value) : undefined;
  if (value !== undefined) return { ok: true, value };
  const message = apiErrorMessage(outcome.value, call[0].api, call[2].site.sandbox);
  return {
    ...requestError(status, `The API returned ${status}.`, message),
    ...(retryAtMs !== undefined && { retryAtMs }),
  };
}

/** A provider's messages have no length limit, so longer ones are cut. */
const maxMessageCharacters = 200;

/** Returns the API's error message. A gateway whose API is down sends none, so it gets a sentence of ours. */
export function apiErrorMessage(
  { status, body }: Pick<ApiResponse, 'status' | 'body'>,
  api: ApiName,
  sandbox: Sandbox,
): string | undefined {
  const ours = status < 500 ? undefined : `${apiUnavailable(`status ${status}`)} Try again in a moment.`;
  return sentMessage(body, api, sandbox) ?? ours;
}

/** A provider's message is untrusted, so it is cleaned. */
function sentMessage(body: ApiResponse['body'], api: ApiName, sandbox: Sandbox): string | undefined {
  try {
    const message = typeof body === 'string' ? serverMessage(JSON.parse(body)) : undefined;
    return message === undefined || isSandboxed(sandbox, api)
      ? message
      : message
          .slice(0, 4 * maxMessageCharacters)
          .replaceAll(/\p{Bidi_Control}/gu, '')
          .replaceAll(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, maxMessageCharacters);
  } catch {
    return undefined;
  }
}

interface CachedToken {
  outcome: Promise<Outcome<PlaygroundToken>>;
  /** Counted from the request by this machine's clock, because the server's clock may differ. */
  renewAtMs: number;
}

const renewAheadSeconds = 30;

/** Tokens by the URL that issues them. They are kept in memory only and dropped when the user changes. */
const tokens = new Map<string, CachedToken>();
onUserChanged(() => tokens.clear());

/** Returns a token that stays valid for at least 30 seconds. Parallel callers share one request. */
async function tokenFor(identity: ApiIdentity): Promise<Outcome<PlaygroundToken>> {
  const url = identity.kind === 'demo' ? calls.demoToken : calls.playgroundToken(identity.id);
  const cached = tokens.get(url);
  if (cached && Date.now() < cached.renewAtMs) return cached.outcome;
  const fallback = "Couldn't call the API. Please try again.";
  const token = {
    outcome: sendJson<PlaygroundToken>('POST', url, fallback, {}),
    renewAtMs: Date.now() + (playgroundTokenSeconds - renewAheadSeconds) * 1000,
  };
  tokens.set(url, token);
  const outcome = await token.outcome;
  // A failure isn't cached.
  if (!outcome.ok && tokens.get(url) === token) tokens.delete(url);
  return outcome;
}
