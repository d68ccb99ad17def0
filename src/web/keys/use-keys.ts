import { useCallback } from 'react';
import {
  type ApiToken,
  type ChangeExpiryRequest,
  type CreatedApiToken,
  freeRole,
  type LifetimeDays,
  type RotateTokenRequest,
} from '../../keys/contract.ts';
import { useAuth } from '../session/auth-context.tsx';
import { forgetSecret, rememberSecret, useKnownSecrets } from '../session/known-secrets.ts';
import { done, type Outcome, type RequestError } from '../session/outcome.ts';
import { toast } from '../ui/toast.tsx';
import {
  changeExpiry,
  createKey,
  deleteKey,
  discardNewSecret,
  renameKey,
  revokeOldSecret,
  rotateKey,
} from './calls.ts';
import { useKeyList } from './use-key-list.ts';

/** The person's keys and what can be done with them; every outcome is also told by a toast. */
export function useKeys() {
  const { sessionExpired } = useAuth();
  const secrets = useKnownSecrets();

  const refuse = useCallback(
    (refusal: RequestError): RequestError => {
      if (refusal.code === 'not-signed-in') sessionExpired();
      else toast.error(refusal.message);
      return refusal;
    },
    [sessionExpired],
  );

  const { list, change, retry, reload } = useKeyList(secrets, refuse);

  async function create(name: string, lifetime: LifetimeDays | undefined): Promise<Outcome<CreatedApiToken>> {
    const outcome = await createKey({
      name,
      roles: [freeRole],
      ...(lifetime !== undefined && { expires_in_days: lifetime }),
    });
    if (!outcome.ok) return refuse(outcome);
    const { token: secret, ...apiKey } = outcome.value.token;
    change({ type: 'created', apiKey });
    rememberNewest(apiKey, secret);
    toast.success('Project and API key created successfully!');
    return { ok: true, value: outcome.value.token };
  }

  async function rename(apiKey: ApiToken, name: string): Promise<Outcome> {
    const outcome = await renameKey(apiKey.id, { name, external_id: apiKey.external_id });
    if (!outcome.ok) return refuseChange(outcome, apiKey);
    change({ type: 'changed', apiKey: outcome.value.token });
    toast.success('API key name updated successfully!');
    return done;
  }

  async function rotate(apiKey: ApiToken, asked: RotateTokenRequest): Promise<Outcome<CreatedApiToken>> {
    const outcome = await rotateKey(apiKey.id, asked);
    if (!outcome.ok) {
      // The answer may be lost, or another tab was first: the list tells.
      if (outcome.status === 0 || outcome.code === 'rotation-open') reload();
      // Told beside the field.
      if (outcome.code === 'wrong-password') return outcome;
      if (outcome.code === 'not-found') refuseChange(outcome, apiKey);
      else refuse(outcome);
      return outcome;
    }
    const { token: secret, ...rotated } = outcome.value.token;
    change({ type: 'changed', apiKey: rotated });
    rememberNewest(rotated, secret);
    return { ok: true, value: outcome.value.token };
  }

  const endOld = (apiKey: ApiToken) => backToOne(apiKey, revokeOldSecret(apiKey.id), 'Old secret revoked');
  const discardNew = (apiKey: ApiToken, password: string) =>
    backToOne(apiKey, discardNewSecret(apiKey.id, { password }), 'New secret discarded');

  async function backToOne(
    apiKey: ApiToken,
    ended: ReturnType<typeof revokeOldSecret>,
    words: string,
  ): Promise<Outcome> {
    const outcome = await ended;
    if (outcome.ok) {
      change({ type: 'changed', apiKey: outcome.value.token });
      toast.success(words);
      return done;
    }
    // Told beside the field.
    if (outcome.code === 'wrong-password') return outcome;
    if (outcome.code !== 'no-rotation') return refuseChange(outcome, apiKey);
    // Somebody did it elsewhere, or the time was up.
    reload();
    toast.info('This key already has only one secret');
    return done;
  }

  async function expire(apiKey: ApiToken, asked: ChangeExpiryRequest): Promise<Outcome> {
    const outcome = await changeExpiry(apiKey.id, asked);
    if (outcome.ok) {
      change({ type: 'changed', apiKey: outcome.value.token });
      toast.success('The end of the key is changed.');
      return done;
    }
    // What is wrong with the form is told beside its fields.
    return outcome.status === 422 ? outcome : refuseChange(outcome, apiKey);
  }

  async function remove(apiKey: ApiToken): Promise<Outcome> {
    const outcome = await deleteKey(apiKey.id);
    if (!outcome.ok) return refuseChange(outcome, apiKey);
    takeAway(apiKey);
    toast.success('API key deleted successfully!');
    return done;
  }

  /** A key deleted elsewhere has no place here either. */
  function refuseChange(refusal: RequestError, apiKey: ApiToken): Outcome {
    if (refusal.code !== 'not-found') return refuse(refusal);
    takeAway(apiKey);
    toast.info('This key was already deleted.');
    return done;
  }

  function takeAway({ id, secrets: own }: ApiToken) {
    change({ type: 'deleted', id });
    for (const secret of own) forgetSecret(secret.id);
  }

  /** Of the one in use, where this page has shown it. */
  const secretOf = ({ secrets: own }: ApiToken) => own[0] && secrets.get(own[0].id);

  return { list, secretOf, create, rename, rotate, endOld, discardNew, expire, remove, retry };
}

function rememberNewest({ secrets: [inUse] }: ApiToken, secret: string) {
  if (inUse) rememberSecret(inUse.id, secret);
}

export type Keys = ReturnType<typeof useKeys>;
