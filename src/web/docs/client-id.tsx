import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { isUsable } from '../../keys/contract.ts';
import { listKeys } from '../keys/calls.ts';
import { useAuth } from '../session/auth-context.tsx';

const ClientIdContext = createContext<string | undefined>(undefined);

/** The signed-in reader's client id; undefined for everyone else. */
export const useClientId = () => useContext(ClientIdContext);

/** Asks anew for each page, because keys come and go; the last answer stands until then. */
export function ClientIdProvider({ path, children }: { path: string; children: ReactNode }) {
  const email = useAuth().user?.email;
  const [known, setKnown] = useState<{ email: string; clientId: string | undefined }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another reason to ask
  useEffect(() => {
    if (!email) return setKnown(undefined);
    let wanted = true;
    listKeys().then((answer) => {
      if (!wanted || !answer.ok) return;
      const usable = answer.value.tokens.find((apiKey) => isUsable(apiKey, new Date()));
      setKnown({ email, clientId: usable?.external_id });
    });
    return () => {
      wanted = false;
    };
  }, [email, path]);

  const clientId = known?.email === email ? known?.clientId : undefined;
  return <ClientIdContext value={clientId}>{children}</ClientIdContext>;
}
