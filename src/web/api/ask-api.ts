import type { ApiName, Sandbox } from '../../content/contract.ts';
import { isSandboxed } from '../../content/sandbox-sentence.ts';
import { type Outcome, requestError, serverMessage } from '../session/outcome.ts';
import { callApi } from './call-api.ts';
import type { ApiAnswer } from './fetch-answer.ts';

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
