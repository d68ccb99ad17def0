import type { Access, ApiName, Sandbox } from '../../content/contract.ts';
import { isSandboxed } from '../../content/sandbox-sentence.ts';
import { type ApiToken, isUsable, opens } from '../../keys/contract.ts';
import { onUserChanged } from '../session/use-session.ts';
import { createStore, useStore } from '../ui/store.ts';

/** In whose name a page calls the API: as a visitor without a key, or with one of the person's own. */
export type ApiIdentity = { kind: 'demo' } | { kind: 'key'; id: string; name: string };

const demo: ApiIdentity = { kind: 'demo' };

const chosen = createStore<ApiIdentity | undefined>(undefined);
onUserChanged(() => chosen.set(undefined));

/** What the person has chosen since the page was loaded; undefined leaves it to `identityFor`. */
export const useChosenIdentity = () => useStore(chosen);
export const chooseIdentity = chosen.set;

/** The demo is known to the sandbox alone: to a host of the provider it must not even be sent. */
export const isDemoServed = isSandboxed;

interface Endpoint {
  api: ApiName;
  access: Access;
}

/** Those that open an endpoint: the person's keys in their order, then the demo where there is one. */
export function identitiesFor(
  { api, access }: Endpoint,
  { sandbox, apiKeys, now }: { sandbox: Sandbox; apiKeys: ApiToken[]; now: Date },
): ApiIdentity[] {
  const keys = apiKeys
    .filter((apiKey) => isUsable(apiKey, now) && opens(apiKey, access))
    .map(({ id, name }): ApiIdentity => ({ kind: 'key', id, name }));
  return isDemoServed(sandbox, api) ? [...keys, demo] : keys;
}

/** The chosen one if it opens the endpoint, otherwise the first that does; undefined when none does. */
export const identityFor = (open: ApiIdentity[], wanted: ApiIdentity | undefined) =>
  open.find((each) => wanted && isSame(each, wanted)) ?? open[0];

const isSame = (one: ApiIdentity, other: ApiIdentity) =>
  one.kind === 'key' ? other.kind === 'key' && one.id === other.id : other.kind === 'demo';
