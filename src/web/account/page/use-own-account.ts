import { useCallback, useEffect, useState } from 'react';
import type { OwnAccount } from '../../../account-settings/contract.ts';
import { useAuth } from '../../session/auth-context.tsx';
import type { RequestError } from '../../session/outcome.ts';
import { showAccount } from './calls.ts';

type AccountState =
  | { phase: 'loading' }
  | { phase: 'failed'; words: string }
  | { phase: 'loaded'; account: OwnAccount };

/** The account as the server knows it; read again after each change of it. */
export function useOwnAccount() {
  const { sessionExpired } = useAuth();
  const [state, setState] = useState<AccountState>({ phase: 'loading' });

  const load = useCallback(async () => {
    const outcome = await showAccount();
    if (outcome.ok) return setState({ phase: 'loaded', account: outcome.value });
    if (outcome.code === 'not-signed-in') return sessionExpired();
    // What is on the screen already is better than nothing.
    setState((before) => (before.phase === 'loaded' ? before : { phase: 'failed', words: outcome.message }));
  }, [sessionExpired]);

  useEffect(() => void load(), [load]);
  return { state, load };
}

/** The sentence of a refusal; one about a session that has ended leads to signing in again. */
export function useRefusalWords() {
  const { sessionExpired } = useAuth();
  return (refusal: RequestError): string => {
    if (refusal.code === 'not-signed-in') sessionExpired();
    return refusal.message;
  };
}
