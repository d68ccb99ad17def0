import { statusText } from '../../../content/status-text.ts';
import { basicAuth, type Credentials } from './credentials.ts';

export type FirstCall =
  | { kind: 'answered'; status: number; words: string; durationMs: number; body: string; isJson: boolean }
  /** No answer reached this page; on another host that is how a browser's refusal looks. */
  | { kind: 'unreachable'; isOtherHost: boolean };

/** The very call of the curl line, made by the browser. */
export async function makeFirstCall(
  url: string,
  credentials: Credentials,
  pageOrigin: string,
): Promise<FirstCall> {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, {
      headers: { Authorization: basicAuth(credentials), Accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
    });
    const text = await response.text();
    const durationMs = Math.round(performance.now() - startedAt);
    const { status } = response;
    return { kind: 'answered', status, words: statusText(status), durationMs, ...readable(text) };
  } catch {
    return { kind: 'unreachable', isOtherHost: new URL(url).origin !== pageOrigin };
  }
}

function readable(text: string): { body: string; isJson: boolean } {
  try {
    return { body: JSON.stringify(JSON.parse(text), null, 2), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}
