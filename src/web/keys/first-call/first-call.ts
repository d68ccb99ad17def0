import { statusText } from '../../../content/status-text.ts';
import { basicAuth, fetchAnswer } from '../../api/fetch-api.ts';
import { jsonText, parseJson } from '../../code/exact-json.ts';
import type { Credentials } from './credentials.ts';

export type FirstCall =
  | { kind: 'answered'; status: number; words: string; durationMs: number; body: string; isJson: boolean }
  | { kind: 'unanswered'; words: string };

/** The very call of the curl line, made by the browser. */
export async function makeFirstCall(url: string, { clientId, secret }: Credentials): Promise<FirstCall> {
  const outcome = await fetchAnswer(url, basicAuth(clientId, secret));
  if (!outcome.ok) return { kind: 'unanswered', words: outcome.message };
  const { status, durationMs, body } = outcome.value;
  const text = typeof body === 'string' ? body : `${body.byteLength} bytes`;
  return { kind: 'answered', status, words: statusText(status), durationMs, ...readable(text) };
}

function readable(text: string): { body: string; isJson: boolean } {
  const parsed = parseJson(text);
  return parsed === undefined ? { body: text, isJson: false } : { body: jsonText(parsed), isJson: true };
}
