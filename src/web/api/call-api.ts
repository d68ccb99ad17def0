import type { ApiName, SiteSummary } from '../../content/contract.ts';
import { type ApiRequest, queryText } from '../../content/requests/request.ts';
import { noDemoSentence } from '../../gateway/demo/contract.ts';
import { tokenFor } from './api-token.ts';
import { type ApiOutcome, basicAuth, type FetchOptions, fetchAnswer } from './fetch-answer.ts';
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
