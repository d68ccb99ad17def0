import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { ApiToken } from '../../keys/contract.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { listKeys } from '../keys/calls.ts';

const ClientIdContext = createContext<string | undefined>(undefined);

/** The signed-in reader's client id; undefined for everyone else. */
export const useClientId = () => useContext(ClientIdContext);

/** Asks anew for each page, because keys come and go; the last answer stands until then. */
export function ClientIdProvider({ path, children }: { path: string; children: ReactNode }) {
  const { state } = useAuth();
  const [clientId, setClientId] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another reason to ask
  useEffect(() => {
    if (state !== 'authenticated') return setClientId(undefined);
    let wanted = true;
    listKeys().then((answer) => {
      if (wanted && answer.ok) setClientId(usableKey(answer.value.tokens)?.external_id);
    });
    return () => {
      wanted = false;
    };
  }, [state, path]);

  return <ClientIdContext value={clientId}>{children}</ClientIdContext>;
}

function usableKey(tokens: ApiToken[]): ApiToken | undefined {
  const now = new Date().toISOString();
  return tokens.find(({ expires_at }) => expires_at === null || expires_at > now);
}
