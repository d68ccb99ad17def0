import { useCallback, useSyncExternalStore } from 'react';
import { type ApiToken, type CreatedApiToken, freeRole, type LifetimeDays } from '../../keys/contract.ts';
import { useAuth } from '../session/auth-context.tsx';
import { forgetSecret, knownSecrets, onSecretsChange, rememberSecret } from '../session/known-secrets.ts';
import type { Refusal } from '../session/outcome.ts';
import { toast } from '../ui/toast.tsx';
import { createKey, deleteKey, renameKey } from './calls.ts';
import { useKeyList } from './use-key-list.ts';

/** What could not be done, in words to show beside the field. */
export type Failed = string | undefined;

/** The person's keys and what can be done with them; every outcome is also told by a toast. */
export function useKeys() {
  const { sessionExpired } = useAuth();
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

  const { list, change, retry } = useKeyList(secrets, refuse);

  async function create(name: string, lifetime: LifetimeDays | undefined): Promise<CreatedApiToken | Failed> {
    const outcome = await createKey({
      name,
      roles: [freeRole],
      ...(lifetime !== undefined && { expires_in_days: lifetime }),
    });
    if (!outcome.ok) return refuse(outcome, 'Failed to create API key');
    const { token: secret, ...token } = outcome.value.token;
    change({ type: 'created', token });
    rememberSecret(token.id, secret);
    return outcome.value.token;
  }

  async function rename(token: ApiToken, name: string): Promise<Failed> {
    const outcome = await renameKey(token.id, { name, external_id: token.external_id });
    if (!outcome.ok) return refuseChange(outcome, token, 'Failed to update API key name');
    change({ type: 'renamed', token: outcome.value.token });
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
    change({ type: 'deleted', id });
    forgetSecret(id);
  }

  return { list, secrets, create, rename, remove, retry };
}

export type Keys = ReturnType<typeof useKeys>;
