import type { Access, EndpointSummary } from '../../content/contract.ts';
import { type ApiToken, allAccessRole } from '../../keys/contract.ts';

/** A key opens what is free; only one with all access opens the rest. */
export type Reach = 'open' | 'needs a key' | 'needs all access';

export function reachOf(access: Access, apiKeys: Pick<ApiToken, 'roles'>[]): Reach {
  if (access === 'free') return apiKeys.length > 0 ? 'open' : 'needs a key';
  return apiKeys.some((apiKey) => apiKey.roles.includes(allAccessRole)) ? 'open' : 'needs all access';
}

/** The open ones first, otherwise in the order of the documentation. */
export const freeFirst = (endpoints: EndpointSummary[]) =>
  endpoints.toSorted((one, other) => Number(other.access === 'free') - Number(one.access === 'free'));
