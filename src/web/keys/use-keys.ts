import { useCallback, useEffect, useReducer, useRef, useSyncExternalStore } from 'react';
import { type ApiToken, type CreatedApiToken, freeRole, type LifetimeDays } from '../../keys/contract.ts';
import { useAuth } from '../auth/auth-context.tsx';
import type { Refusal } from '../auth/outcome.ts';
import { toast } from '../ui/toast.tsx';
import { createKey, deleteKey, listKeys, renameKey } from './calls.ts';
import { keyListReducer } from './key-list.ts';
import { forgetSecret, knownSecrets, onSecretsChange, rememberSecret } from './known-secrets.ts';

/** What could not be done, in words to show beside the field. */
export type Failed = string | undefined;

/** The person's keys and what can be done with them; every outcome is also told by a toast. */
export function useKeys() {
  const { sessionExpired } = useAuth();
  const [list, dispatch] = useReducer(keyListReducer, { phase: 'loading' });
  const secrets = useSyncExternalStore(onSecretsChange, knownSecrets, knownSecrets);

  const refuse = useCallback(
    (refusal: Refusal, fallback: string): string => {
      const words = refusal.message ?? fallback;
      if (refusal.status === 401) sessionExpired();
      else toast.error(words);
      return words;
    },
    [sessionExpired],
  );

  const asked = useRef(0);
  const load = useCallback(async () => {
    asked.current += 1;
    const question = asked.current;
    const outcome = await listKeys();
    if (question !== asked.current) return;
    if (outcome.ok) dispatch({ type: 'loaded', tokens: outcome.value.tokens, loadedAt: new Date() });
    else dispatch({ type: 'failed', words: refuse(outcome, 'Failed to fetch API tokens') });
  }, [refuse]);

  // Also when the sign-up wizard, which lies over this page, has made a key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new secret is the sign of a new key
  useEffect(() => void load(), [load, secrets]);

  async function create(name: string, lifetime: LifetimeDays | undefined): Promise<CreatedApiToken | Failed> {
    const outcome = await createKey({
      name,
      roles: [freeRole],
      ...(lifetime !== undefined && { expires_in_days: lifetime }),
    });
    if (!outcome.ok) return refuse(outcome, 'Failed to create API key');
    const { token: secret, ...token } = outcome.value.token;
    dispatch({ type: 'created', token });
    rememberSecret(token.id, secret);
    return outcome.value.token;
  }

  async function rename(token: ApiToken, name: string): Promise<Failed> {
    const outcome = await renameKey(token.id, { name, external_id: token.external_id });
    if (!outcome.ok) return refuseChange(outcome, token, 'Failed to update API key name');
    dispatch({ type: 'renamed', token: outcome.value.token });
    toast.success('API key name updated successfully!');
  }

  async function remove(token: ApiToken): Promise<Failed> {
    const outcome = await deleteKey(token.id);
    if (!outcome.ok) return refuseChange(outcome, token, 'Failed to delete API key');
    takeAway(token);
    toast.success('API key deleted successfully!');
  }

  /** A key deleted elsewhere has no place here either. */
  function refuseChange(refusal: Refusal, token: ApiToken, fallback: string): Failed {
    if (refusal.status !== 404) return refuse(refusal, fallback);
    takeAway(token);
    toast.info('This key was already deleted.');
  }

  function takeAway({ id }: ApiToken) {
    dispatch({ type: 'deleted', id });
    forgetSecret(id);
  }

  function retry() {
    dispatch({ type: 'retried' });
    void load();
  }

  return { list, secrets, create, rename, remove, reload: load, retry };
}

export type Keys = ReturnType<typeof useKeys>;
