import type { Access, ApiName, Sandbox } from '../../content/contract.ts';
import { isSandboxed } from '../../content/sandbox.ts';
import { type ApiToken, hasAccess, isUsable } from '../../keys/contract.ts';
import { onUserChanged } from '../session/use-session.ts';
import { createStore, useStore } from '../ui/store.ts';

/** Calls are made as the demo, without a key, or with one of the user's keys. */
export type ApiIdentity = { kind: 'demo' } | { kind: 'key'; id: string; name: string };

const demo: ApiIdentity = { kind: 'demo' };

const chosen = createStore<ApiIdentity | undefined>(undefined);
onUserChanged(() => chosen.set(undefined));

/** The user's choice since the page was loaded. If undefined, `identityFor` decides. */
export const useChosenIdentity = () => useStore(chosen);
export const chooseIdentity = chosen.set;

/** Returns the identities that may call an endpoint: the user's keys, then the demo, which only the sandbox knows. */
export function identitiesFor(
  { api, access }: { api: ApiName; access: Access },
  { sandbox, apiKeys, now }: { sandbox: Sandbox; apiKeys: ApiToken[]; now: Date },
): ApiIdentity[] {
  const keys = apiKeys
    .filter((apiKey) => isUsable(apiKey, now) && hasAccess(apiKey, access))
    .map(({ id, name }): ApiIdentity => ({ kind: 'key', id, name }));
  return isSandboxed(sandbox, api) ? [...keys, demo] : keys;
}

/** Returns the chosen identity if it may call the endpoint, else the first that may. */
export const identityFor = (usable: ApiIdentity[], wanted: ApiIdentity | undefined) =>
  usable.find((each) => wanted && idOf(each) === idOf(wanted)) ?? usable[0];

export const idOf = (identity: ApiIdentity) => (identity.kind === 'demo' ? 'demo' : identity.id);
