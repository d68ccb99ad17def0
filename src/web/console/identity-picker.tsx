import { useCallback, useId } from 'react';
import type { Access, ApiName } from '../../content/contract.ts';
import { isUsable, opens } from '../../keys/contract.ts';
import { formatCount } from '../../pictures/format.ts';
import { pages } from '../../urls.ts';
import { callApi } from '../api/call-api.ts';
import type { ApiQuota } from '../api/fetch-api.ts';
import {
  type ApiIdentity,
  chooseIdentity,
  identitiesFor,
  identityFor,
  isDemoServed,
  useChosenIdentity,
} from '../api/identity.ts';
import { useApiKeys } from '../keys/context/api-keys.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';

interface IdentityPickerProps {
  identity: Identity;
  access: Access;
  quota: ApiQuota | undefined;
}

const demoValue = 'demo';
const valueOfIdentity = (identity: ApiIdentity) => (identity.kind === 'demo' ? demoValue : identity.id);

/** Chooses the identity for the call. Keys without access are listed but disabled. */
export function IdentityPicker({ identity, access, quota }: IdentityPickerProps) {
  const id = useId();
  const { open, chosen, closed } = identity;
  const choose = (value: string) => {
    const found = open.find((each) => valueOfIdentity(each) === value);
    if (found) identity.choose(found);
  };
  return (
    <div className="console-identity">
      <label htmlFor={id}>Call as</label>
      <select
        id={id}
        className="console-input"
        value={chosen ? valueOfIdentity(chosen) : ''}
        onChange={(event) => choose(event.target.value)}
      >
        {!chosen && <option value="">{identity.isLoading ? 'Loading...' : 'Nobody: a key is needed'}</option>}
        {open.map((each) => (
          <option key={valueOfIdentity(each)} value={valueOfIdentity(each)}>
            {each.kind === 'demo' ? 'Demo, without a key' : each.name}
          </option>
        ))}
        {closed.map((apiKey) => (
          <option key={apiKey.id} disabled>
            {apiKey.name} (needs all access)
          </option>
        ))}
      </select>
      <p className="console-quota" aria-live="polite">
        {quota ? quotaWords(quota) : ''}
      </p>
      <IdentityNote identity={identity} access={access} />
    </div>
  );
}

const quotaWords = ({ remaining, limit, resetAtMs }: ApiQuota) =>
  `${formatCount(remaining)} of ${formatCount(limit)} calls left until ${new Date(resetAtMs).toISOString().slice(11, 16)} UTC`;

function IdentityNote({ identity, access }: Pick<IdentityPickerProps, 'identity' | 'access'>) {
  const { state, openSignUp } = useAuth();
  if (!identity.chosen && !identity.isLoading)
    return (
      <p className="console-note">
        {access === 'free' ? 'A free key is needed here. ' : 'An all-access key is needed here. '}
        {state !== 'authenticated' ? (
          <button type="button" className="link" onClick={openSignUp}>
            Get an API key
          </button>
        ) : (
          <Link className="link" href={pages.apiKeys}>
            {access === 'free' ? 'Your keys' : 'Request all access'}
          </Link>
        )}
      </p>
    );
  if (access === 'free' || identity.chosen?.kind !== 'demo') return null;
  return (
    <p className="console-note">
      The demo reaches this endpoint; with a free key the same code is answered with 403. <AskForAccess />
    </p>
  );
}

export const AskForAccess = () => (
  <>
    Request all access on the{' '}
    <Link className="link" href={pages.apiKeys}>
      API Keys page
    </Link>
    .
  </>
);

export function useIdentity({ api, access }: { api: ApiName; access: Access }) {
  const site = useSite();
  const apiKeys = useApiKeys();
  const now = new Date();
  const open = identitiesFor({ api, access }, { sandbox: site.sandbox, apiKeys: apiKeys ?? [], now });
  const chosen = identityFor(open, useChosenIdentity());
  const hasDemo = isDemoServed(site.sandbox, api);

  const readAs = hasDemo ? ({ kind: 'demo' } as const) : chosen;
  const read = useCallback(
    async (path: string): Promise<unknown> => {
      const outcome = await callApi({ api, path, query: [] }, readAs!, { site });
      if (!outcome.ok || typeof outcome.value.body !== 'string') throw new Error(path);
      return JSON.parse(outcome.value.body);
    },
    [api, readAs, site],
  );
  return {
    open,
    chosen,
    hasDemo,
    /** Calls with these keys would get a 403. */
    closed: (apiKeys ?? []).filter((apiKey) => isUsable(apiKey, now) && !opens(apiKey, access)),
    isLoading: apiKeys === undefined,
    choose: (identity: ApiIdentity) => chooseIdentity(identity),
    forExamples: readAs ? read : undefined,
  };
}

type Identity = ReturnType<typeof useIdentity>;
