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

/** Only the sandbox knows the demo, so its token is never sent to a provider's host. */
export const isDemoServed = isSandboxed;

interface Endpoint {
  api: ApiName;
  access: Access;
}

/** Returns the identities that may call an endpoint: the user's keys, then the demo if there is one. */
export function identitiesFor(
  { api, access }: Endpoint,
  { sandbox, apiKeys, now }: { sandbox: Sandbox; apiKeys: ApiToken[]; now: Date },
): ApiIdentity[] {
  const keys = apiKeys
    .filter((apiKey) => isUsable(apiKey, now) && hasAccess(apiKey, access))
    .map(({ id, name }): ApiIdentity => ({ kind: 'key', id, name }));
  return isDemoServed(sandbox, api) ? [...keys, demo] : keys;
}

/** Returns the chosen identity if it may call the endpoint, else the first that may. */
export const identityFor = (open: ApiIdentity[], wanted: ApiIdentity | undefined) =>
  open.find((each) => wanted && isSame(each, wanted)) ?? open[0];

const isSame = (one: ApiIdentity, other: ApiIdentity) =>
  one.kind === 'key' ? other.kind === 'key' && one.id === other.id : other.kind === 'demo';
