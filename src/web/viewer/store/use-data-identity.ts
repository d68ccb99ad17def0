import { type ApiIdentity, identitiesFor, identityFor, useChosenIdentity } from '../../api/identity.ts';
import { useApiKeys } from '../../keys/use-api-keys.ts';
import { useSite } from '../../router/router-context.tsx';

/** A person's own key where one opens the Data API, otherwise a visitor; undefined until it is known who is here. */
export function useDataIdentity(): ApiIdentity | undefined {
  const { sandbox } = useSite();
  const apiKeys = useApiKeys();
  const wanted = useChosenIdentity();
  if (!apiKeys) return undefined;
  const open = identitiesFor({ api: 'data', access: 'all_access' }, { sandbox, apiKeys, now: new Date() });
  // Where nobody can ask, the demo is refused with the sentence that says what is needed.
  return identityFor(open, wanted) ?? { kind: 'demo' };
}
