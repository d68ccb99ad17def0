import type { ApiRequest, Environment } from '../../../content/contract.ts';
import { statusText } from '../../../content/page-text.ts';
import { hourMs } from '../../../time.ts';
import { basicAuth, fetchApi } from '../../api/fetch-api.ts';
import { jsonText, parseJson } from '../../code/exact-json.ts';

export interface Credentials {
  clientId: string;
  secret: string;
}

/** Has a name before the dot, because browsers remove a leading dot together with the ending. */
export const envFileName = (provider: string) =>
  `${provider.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.env`;

/** The placeholder for a secret that can no longer be shown. */
export const secretPlaceholder = 'YOUR_API_KEY';

export const envFile = ({ clientId, secret }: Credentials, names: Environment) =>
  `${names.clientId}=${clientId}\n${names.apiKey}=${secret}\n`;

/** Double quotes work in every shell, also on Windows. */
export const curlLine = ({ clientId, secret }: Credentials, url: string) =>
  `curl -u "${clientId}:${secret}" "${url}"`;

/** Built without URLSearchParams, because the link is also shown with its secret masked. */
export const mcpLinkOf = (mcpUrl: string, clientId: string, secret: string) =>
  `${mcpUrl}${mcpUrl.includes('?') ? '&' : '?'}client_id=${clientId}&api_key=${secret}`;

/** Requests 24 hours from now on, because the first hours of a run are past. Works with a free key. */
export function firstCallRequest(forecastsBase: string, now: Date, coordinates: string): ApiRequest {
  // 2026-11-15T09, in UTC.
  const hourAfter = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString().slice(0, 13);
  return {
    base: forecastsBase,
    path: '/points',
    query: [
      ['coordinates', coordinates],
      ['min_forecast_time', hourAfter(0)],
      ['max_forecast_time', hourAfter(23)],
    ],
    isFile: false,
  };
}

export type FirstCallResult = Awaited<ReturnType<typeof makeFirstCall>>;

/** Makes the call of the curl line from the browser. */
export async function makeFirstCall(url: string, { clientId, secret }: Credentials) {
  const outcome = await fetchApi(url, basicAuth(clientId, secret));
  if (!outcome.ok) return { kind: 'unanswered' as const, message: outcome.message };
  const { status, durationMs, body } = outcome.value;
  const text = typeof body === 'string' ? body : `${body.byteLength} bytes`;
  const json = parseJson(text);
  return {
    kind: 'answered' as const,
    status,
    text: statusText(status),
    durationMs,
    body: json === undefined ? text : jsonText(json),
    isJson: json !== undefined,
  };
}
