import type { SiteSummary } from '../../content/contract.ts';
import { noDemoSentence } from '../../demo/contract.ts';
import { tokenFor } from './api-token.ts';
import { type ApiOutcome, basicAuth, type FetchOptions, fetchAnswer } from './fetch-answer.ts';
import { type ApiIdentity, type ApiName, isDemoServed } from './identity.ts';

export interface ApiCall {
  api: ApiName;
  /** As documented: `/missions/{id}/flight_data.json`. */
  path: string;
  pathValues?: Record<string, string> | undefined;
  /** What is undefined or empty is not sent. */
  query?: Record<string, string | number | undefined> | undefined;
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
  return fetchAnswer(addressOf(site.hosts, call), basicAuth(client_id, password), options);
}

function addressOf(hosts: SiteSummary['hosts'], { api, path, pathValues, query }: ApiCall): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValues?.[name] ?? ''),
  );
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const sent = new URLSearchParams(given).toString();
  return `${hosts[api]}${filled}${sent && `?${sent}`}`;
}

const noDemo: ApiOutcome = {
  ok: false,
  status: 0,
  code: 'no-demo',
  message: noDemoSentence,
};
