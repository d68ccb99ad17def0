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

/** Calls the documented API as a program would, in the name of a visitor or with a token of the person's own key. */
export async function callApi(
  call: ApiCall,
  identity: ApiIdentity,
  { site, ...options }: FetchOptions & { site: Pick<SiteSummary, 'hosts' | 'sandbox'> },
): Promise<ApiOutcome> {
  if (identity.kind === 'demo' && !isDemoServed(site.sandbox, call.api)) return noDemo;
  const token = await tokenFor(identity);
  if (!token.ok) return token;
  const { client_id, token: password } = token.value;
  // As it is shown in code: the host is the configured one, whatever the values are.
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

/** What the API said as text, or its own sentence where it refused. */
export const askApi = (...asked: Asked) =>
  askFor(asked, ({ body }) => (typeof body === 'string' && body !== '' ? body : undefined));

/** A file of the API, or its own sentence where it refused. */
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

/** Longer sentences of a provider are cut: nothing bounds what it sends. */
const maxProviderSentence = 200;

/** The sentence with which the API refused a call. What a provider wrote is cleaned before it is shown. */
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
  /** By this machine's clock, counted from the question: its time may be another than the server's. */
  renewAtMs: number;
}

const renewAheadSeconds = 30;

/** By the address that hands them out. They live in memory alone, and go with the person. */
const held = new Map<string, HeldToken>();
onUserChanged(() => held.clear());

/** One that is good for half a minute at least. A caller that asks while one is on its way waits for that. */
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
