import type { Access, EndpointSummary } from '../../content/contract.ts';
import { type ApiToken, opens } from '../../keys/contract.ts';

export type Reach = 'open' | 'needs a key' | 'needs all access';

export function reachOf(access: Access, apiKeys: Pick<ApiToken, 'roles'>[]): Reach {
  if (apiKeys.some((apiKey) => opens(apiKey, access))) return 'open';
  return access === 'free' ? 'needs a key' : 'needs all access';
}

/** The open ones first, otherwise in the order of the documentation. */
export const freeFirst = (endpoints: EndpointSummary[]) =>
  endpoints.toSorted((one, other) => Number(other.access === 'free') - Number(one.access === 'free'));
