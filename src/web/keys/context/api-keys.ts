import { useEffect, useState } from 'react';
import type {
  ApiToken,
  CreateTokenAnswer,
  CreateTokenRequest,
  TokensAnswer,
} from '../../../keys/contract.ts';
import { calls } from '../../../urls.ts';
import { useAuth } from '../../session/auth-context.tsx';
import { getJson, sendJson } from '../../session/send.ts';
import { createStore, useStore } from '../../ui/store.ts';

export const listKeys = () => getJson<TokensAnswer>(calls.apiTokens, 'Failed to fetch API tokens');

/** Lists that are on screen are loaded again after a key was created. */
const keysCreated = createStore(0);

export async function createKey(body: CreateTokenRequest, fallback = 'Failed to create API key') {
  const outcome = await sendJson<CreateTokenAnswer>('POST', calls.apiTokens, fallback, body);
  shared = undefined;
  if (outcome.ok) keysCreated.set(keysCreated.get() + 1);
  return outcome;
}

/** Dialogs announce the calls they made, because the page below shows counts of calls. */
const callsMade = createStore(0);
export const notifyCallMade = () => callsMade.set(callsMade.get() + 1);
export const onCallMade = callsMade.subscribe;

const sharedMs = 5000;
let shared: { email: string | undefined; atMs: number; outcome: ReturnType<typeof listKeys> } | undefined;

/** One request for all endpoints of a page. */
function listKeysOnce(email: string | undefined) {
  const atMs = performance.now();
  if (!shared || shared.email !== email || atMs - shared.atMs > sharedMs)
    shared = { email, atMs, outcome: listKeys() };
  return shared.outcome;
}

/** The keys of the signed-in user, or undefined while loading. */
export function useApiKeys(): ApiToken[] | undefined {
  const { state, user } = useAuth();
  const [apiKeys, setApiKeys] = useState<ApiToken[]>();
  const email = user?.email;
  const created = useStore(keysCreated);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other keys
  useEffect(() => {
    if (state !== 'authenticated') return setApiKeys(state === 'anonymous' ? [] : undefined);
    let isCurrent = true;
    void listKeysOnce(email).then(
      (outcome) => isCurrent && setApiKeys(outcome.ok ? outcome.value.tokens : []),
    );
    return () => {
      isCurrent = false;
    };
  }, [state, email, created]);
  return apiKeys;
}
