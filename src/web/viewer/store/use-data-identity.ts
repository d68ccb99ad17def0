import { type ApiIdentity, identitiesFor, identityFor, useChosenIdentity } from '../../api/identity.ts';
import { useApiKeys } from '../../keys/context/api-keys.ts';
import { useSite } from '../../router/router-context.tsx';

/** A person's own key where one opens the Data API, otherwise a visitor, who may ask the sandbox alone; undefined until it is known who is here. */
export function useDataIdentity(): ApiIdentity | 'nobody' | undefined {
  const { sandbox } = useSite();
  const apiKeys = useApiKeys();
  const wanted = useChosenIdentity();
  if (!apiKeys) return undefined;
  const open = identitiesFor({ api: 'data', access: 'all_access' }, { sandbox, apiKeys, now: new Date() });
  return identityFor(open, wanted) ?? 'nobody';
}
