import { type Outcome, refusal, serverSentence } from '../session/outcome.ts';
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
    ...refusal(status, `The API answered with ${status}.`, sentenceIn(body)),
    ...(retryAtMs !== undefined && { retryAtMs }),
  };
}

function sentenceIn(body: ApiAnswer['body']): string | undefined {
  try {
    return typeof body === 'string' ? serverSentence(JSON.parse(body)) : undefined;
  } catch {
    return undefined;
  }
}
