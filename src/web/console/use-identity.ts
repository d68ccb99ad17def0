import { useCallback } from 'react';
import type { Access, ApiName } from '../../content/contract.ts';
import { isUsable, opens } from '../../keys/contract.ts';
import { callApi } from '../api/call-api.ts';
import {
  type ApiIdentity,
  chooseIdentity,
  identitiesFor,
  identityFor,
  isDemoServed,
  useChosenIdentity,
} from '../api/identity.ts';
import { useApiKeys } from '../keys/use-api-keys.ts';
import { useSite } from '../router/router-context.tsx';

/** In whose name the form asks: one of the person's keys, or the demo. */
export function useIdentity({ api, access }: { api: ApiName; access: Access }) {
  const site = useSite();
  const apiKeys = useApiKeys();
  const now = new Date();
  const open = identitiesFor({ api, access }, { sandbox: site.sandbox, apiKeys: apiKeys ?? [], now });
  const chosen = identityFor(open, useChosenIdentity());
  const hasDemo = isDemoServed(site.sandbox, api);

  const readAs = hasDemo ? ({ kind: 'demo' } as const) : chosen;
  const read = useCallback(
    async (path: string): Promise<unknown> => {
      const outcome = await callApi({ api, path, query: [] }, readAs!, { site });
      if (!outcome.ok || typeof outcome.value.body !== 'string') throw new Error(path);
      return JSON.parse(outcome.value.body);
    },
    [api, readAs, site],
  );
  return {
    open,
    chosen,
    hasDemo,
    /** Keys that would be answered with 403. */
    closed: (apiKeys ?? []).filter((apiKey) => isUsable(apiKey, now) && !opens(apiKey, access)),
    isLoading: apiKeys === undefined,
    choose: (identity: ApiIdentity) => chooseIdentity(identity),
    forExamples: readAs ? read : undefined,
  };
}

export type Identity = ReturnType<typeof useIdentity>;
