import type { SiteSummary } from '../../../content/contract.ts';
import { callApi } from '../../api/call-api.ts';
import type { ApiIdentity } from '../../api/identity.ts';
import { type Refusal, refusal, serverSentence } from '../../session/outcome.ts';
import type { Ask } from './viewer-data.ts';

/** Calls of the documented Data API, in the name of a visitor or with a person's own key. */
export function askAs(site: SiteSummary, identityOf: () => ApiIdentity): Ask {
  return async ({ path, query }, signal) => {
    const call = { api: 'data', path, query: Object.fromEntries(query) } as const;
    const outcome = await callApi(call, identityOf(), { site, signal });
    if (!outcome.ok) return { ok: false, status: 0, message: outcome.message };
    const { status, body, retryAtMs } = outcome.value;
    if (status === 200 && typeof body === 'string') return { ok: true, value: body };
    return { ...refused(status, body), ...(retryAtMs === undefined ? {} : { retryAtMs }) };
  };
}

const refused = (status: number, body: string | ArrayBuffer): Refusal =>
  refusal(
    status,
    `The API answered with ${status}.`,
    typeof body === 'string' ? sentenceIn(body) : undefined,
  );

function sentenceIn(body: string): string | undefined {
  try {
    return serverSentence(JSON.parse(body));
  } catch {
    return undefined;
  }
}
