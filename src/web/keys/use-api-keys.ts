import { useEffect, useState } from 'react';
import type { ApiToken } from '../../keys/contract.ts';
import { useAuth } from '../session/auth-context.tsx';
import { listKeys } from './calls.ts';

/** The keys of the person who is here; undefined while it is not known whether there are any. */
export function useApiKeys(): ApiToken[] | undefined {
  const { state, user } = useAuth();
  const [apiKeys, setApiKeys] = useState<ApiToken[]>();
  const email = user?.email;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has other keys
  useEffect(() => {
    if (state !== 'authenticated') return setApiKeys(state === 'anonymous' ? [] : undefined);
    let isWanted = true;
    void listKeys().then((outcome) => isWanted && setApiKeys(outcome.ok ? outcome.value.tokens : []));
    return () => {
      isWanted = false;
    };
  }, [state, email]);
  return apiKeys;
}
