import { useEffect, useState } from 'react';
import type { ApiToken } from '../../keys/contract.ts';
import { type ApiIdentity, identitiesFor, identityFor, useChosenIdentity } from '../api/identity.ts';
import { listKeys } from '../keys/calls.ts';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';

/** A person's own key where one opens the Data API, otherwise a visitor; undefined until it is known who is here. */
export function useDataIdentity(): ApiIdentity | undefined {
  const { sandbox } = useSite();
  const { state } = useAuth();
  const wanted = useChosenIdentity();
  const [apiKeys, setKeys] = useState<ApiToken[]>();
  useEffect(() => {
    if (state === 'loading') return;
    if (state !== 'authenticated') return setKeys([]);
    let isWanted = true;
    listKeys().then((outcome) => isWanted && setKeys(outcome.ok ? outcome.value.tokens : []));
    return () => {
      isWanted = false;
    };
  }, [state]);
  if (!apiKeys) return undefined;
  const open = identitiesFor({ api: 'data', access: 'all_access' }, { sandbox, apiKeys, now: new Date() });
  // Where nobody can ask, the demo is refused with the sentence that says what is needed.
  return identityFor(open, wanted) ?? { kind: 'demo' };
}
