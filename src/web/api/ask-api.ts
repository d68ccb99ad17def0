import { type Outcome, refusal, serverSentence } from '../session/outcome.ts';
import { callApi } from './call-api.ts';

/** What the API said as text, or its own sentence where it refused. */
export async function askApi(...asked: Parameters<typeof callApi>): Promise<Outcome<string>> {
  const outcome = await callApi(...asked);
  if (!outcome.ok) return { ok: false, status: 0, message: outcome.message };
  const { status, body, retryAtMs } = outcome.value;
  const text = typeof body === 'string' ? body : '';
  if (status === 200 && text !== '') return { ok: true, value: text };
  return {
    ...refusal(status, `The API answered with ${status}.`, sentenceIn(text)),
    ...(retryAtMs !== undefined && { retryAtMs }),
  };
}

function sentenceIn(body: string): string | undefined {
  try {
    return serverSentence(JSON.parse(body));
  } catch {
    return undefined;
  }
}
