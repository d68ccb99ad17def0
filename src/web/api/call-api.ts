import type { ApiName, Sandbox, SiteSummary } from '../../content/contract.ts';
import { type ApiRequest, queryText } from '../../content/requests/request.ts';
import { isSandboxed } from '../../content/sandbox-sentence.ts';
import { noDemoSentence } from '../../gateway/demo/contract.ts';
import { type PlaygroundToken, playgroundTokenSeconds } from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import { type Outcome, requestError, serverMessage } from '../session/outcome.ts';
import { sendJson } from '../session/send.ts';
import { onUserChanged } from '../session/use-session.ts';
import { type ApiAnswer, type ApiOutcome, basicAuth, type FetchOptions, fetchAnswer } from './fetch-api.ts';
import { type ApiIdentity, isDemoServed } from './identity.ts';

export interface ApiCall extends Pick<ApiRequest, 'path' | 'query'> {
  api: ApiName;
}

/** Calls the documented API like any client, as the demo or with a token for one of the user's keys. */
export async function callApi(
  call: ApiCall,
  identity: ApiIdentity,
  { site, ...options }: FetchOptions & { site: Pick<SiteSummary, 'hosts' | 'sandbox'> },
): Promise<ApiOutcome> {
  if (identity.kind === 'demo' && !isDemoServed(site.sandbox, call.api)) return noDemo;
  const token = await tokenFor(identity);
  if (!token.ok) return token;
  const { client_id, token: password } = token.value;
  // The host is always the configured one, whatever the values are.
  const address = site.hosts[call.api] + call.path + queryText(call.query);
  return fetchAnswer(address, basicAuth(client_id, password), options);
}

const noDemo: ApiOutcome = {
  ok: false,
  status: 0,
  code: 'no-demo',
  message: noDemoSentence,
};

type Asked = Parameters<typeof callApi>;

/** Returns the text of a 200 response, or the API's error message. */
export const askApi = (...asked: Asked) =>
  askFor(asked, ({ body }) => (typeof body === 'string' && body !== '' ? body : undefined));

/** Returns the file of a 200 response, or the API's error message. */
export const askApiFile = (...asked: Asked) =>
  askFor(asked, ({ body }) => (typeof body === 'string' ? undefined : body));

async function askFor<Body>(
  asked: Asked,
  read: (answer: ApiAnswer) => Body | undefined,
): Promise<Outcome<Body>> {
  const outcome = await callApi(...asked);
  if (!outcome.ok) return { ok: false, status: 0, message: outcome.message };
  const { status, body, retryAtMs } = outcome.value;
  const value = status === 200 ? read(outcome.value) : undefined;
  if (value !== undefined) return { ok: true, value };
  return {
    ...requestError(
      status,
      `The API answered with ${status}.`,
      apiSentence(body, asked[0].api, asked[2].site.sandbox),
    ),
    ...(retryAtMs !== undefined && { retryAtMs }),
  };
}

/** A provider's messages have no length limit, so longer ones are cut. */
const maxProviderSentence = 200;

/** Returns the API's error message. A provider's message is untrusted, so it is cleaned. */
export function apiSentence(body: ApiAnswer['body'], api: ApiName, sandbox: Sandbox): string | undefined {
  try {
    const sentence = typeof body === 'string' ? serverMessage(JSON.parse(body)) : undefined;
    return sentence === undefined || isSandboxed(sandbox, api)
      ? sentence
      : sentence
          .slice(0, 4 * maxProviderSentence)
          .replaceAll(/\p{Bidi_Control}/gu, '')
          .replaceAll(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, maxProviderSentence);
  } catch {
    return undefined;
  }
}

interface HeldToken {
  minting: Promise<Outcome<PlaygroundToken>>;
  /** Counted from the request by this machine's clock, because the server's clock may differ. */
  renewAtMs: number;
}

const renewAheadSeconds = 30;

/** Tokens by the URL that issues them. They are kept in memory only and dropped when the user changes. */
const held = new Map<string, HeldToken>();
onUserChanged(() => held.clear());

/** Returns a token that stays valid for at least 30 seconds. Parallel callers share one request. */
async function tokenFor(identity: ApiIdentity): Promise<Outcome<PlaygroundToken>> {
  const url = identity.kind === 'demo' ? calls.demoToken : calls.playgroundToken(identity.id);
  const known = held.get(url);
  if (known && Date.now() < known.renewAtMs) return known.minting;
  const minting = sendJson<PlaygroundToken>(
    'POST',
    url,
    'The API could not be called from this page. Please try again.',
    {},
  );
  const token = { minting, renewAtMs: Date.now() + (playgroundTokenSeconds - renewAheadSeconds) * 1000 };
  held.set(url, token);
  const outcome = await minting;
  // The next call tries again.
  if (!outcome.ok && held.get(url) === token) held.delete(url);
  return outcome;
}
