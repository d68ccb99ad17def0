import type { Environment } from '../../../content/contract.ts';
import type { ApiRequest } from '../../../content/requests/request.ts';
import { hourMs } from '../../../time.ts';

/** The ways in which a key is handed over. */
export interface Credentials {
  clientId: string;
  secret: string;
}

/** A name before the dot: browsers take a leading one away, and the ending with it. */
export const envFileName = (provider: string) =>
  `${provider.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.env`;

/** Where the secret is no longer known, the person puts it in. */
export const unknownSecret = 'YOUR_API_KEY';
export const envFile = ({ clientId, secret }: Credentials, names: Environment) =>
  `${names.clientId}=${clientId}\n${names.apiKey}=${secret}\n`;

/** The 24 hours from this one on: a run's first hours are past when it is out. Within the reach of a free key. */
export function firstCallRequest(forecastsBase: string, now: Date, coordinates: string): ApiRequest {
  const [first, last] = [0, 23].map((hours) => hourOf(new Date(now.getTime() + hours * hourMs)));
  return {
    base: forecastsBase,
    path: '/points',
    query: [
      ['coordinates', coordinates],
      ['min_forecast_time', first!],
      ['max_forecast_time', last!],
    ],
    isFile: false,
  };
}

/** 2026-11-15T09, in UTC. */
const hourOf = (time: Date) => time.toISOString().slice(0, 13);

/** Double quotes are understood by every shell, Windows' own included. */
export const curlLine = ({ clientId, secret }: Credentials, url: string) =>
  `curl -u "${clientId}:${secret}" "${url}"`;

/** Not through URLSearchParams: the link is also shown with its secret masked. */
export const mcpLinkOf = (mcpUrl: string, clientId: string, secret: string) =>
  `${mcpUrl}${mcpUrl.includes('?') ? '&' : '?'}client_id=${clientId}&api_key=${secret}`;
