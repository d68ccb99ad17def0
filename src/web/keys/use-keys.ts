import { useCallback } from 'react';
import { type ApiToken, type CreatedApiToken, freeRole, type LifetimeDays } from '../../keys/contract.ts';
import { useAuth } from '../session/auth-context.tsx';
import { forgetSecret, rememberSecret, useKnownSecrets } from '../session/known-secrets.ts';
import { done, type Outcome, type Refusal } from '../session/outcome.ts';
import { toast } from '../ui/toast.tsx';
import { createKey, deleteKey, renameKey } from './calls.ts';
import { useKeyList } from './use-key-list.ts';

/** The person's keys and what can be done with them; every outcome is also told by a toast. */
export function useKeys() {
  const { sessionExpired } = useAuth();
  const secrets = useKnownSecrets();

  const refuse = useCallback(
    (refusal: Refusal): Refusal => {
      if (refusal.code === 'not-signed-in') sessionExpired();
      else toast.error(refusal.message);
      return refusal;
    },
    [sessionExpired],
  );

  const { list, change, retry } = useKeyList(secrets, refuse);

  async function create(name: string, lifetime: LifetimeDays | undefined): Promise<Outcome<CreatedApiToken>> {
    const outcome = await createKey({
      name,
      roles: [freeRole],
      ...(lifetime !== undefined && { expires_in_days: lifetime }),
    });
    if (!outcome.ok) return refuse(outcome);
    const { token: secret, ...apiKey } = outcome.value.token;
    change({ type: 'created', apiKey });
    rememberSecret(apiKey.id, secret);
    toast.success('Project and API key created successfully!');
    return { ok: true, value: outcome.value.token };
  }

  async function rename(apiKey: ApiToken, name: string): Promise<Outcome> {
    const outcome = await renameKey(apiKey.id, { name, external_id: apiKey.external_id });
    if (!outcome.ok) return refuseChange(outcome, apiKey);
    change({ type: 'renamed', apiKey: outcome.value.token });
    toast.success('API key name updated successfully!');
    return done;
  }

  async function remove(apiKey: ApiToken): Promise<Outcome> {
    const outcome = await deleteKey(apiKey.id);
    if (!outcome.ok) return refuseChange(outcome, apiKey);
    takeAway(apiKey);
    toast.success('API key deleted successfully!');
    return done;
  }

  /** A key deleted elsewhere has no place here either. */
  function refuseChange(refusal: Refusal, apiKey: ApiToken): Outcome {
    if (refusal.code !== 'not-found') return refuse(refusal);
    takeAway(apiKey);
    toast.info('This key was already deleted.');
    return done;
  }

  function takeAway({ id }: ApiToken) {
    change({ type: 'deleted', id });
    forgetSecret(id);
  }

  return { list, secrets, create, rename, remove, retry };
}

export type Keys = ReturnType<typeof useKeys>;
