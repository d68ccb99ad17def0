import { useCallback, useId } from 'react';
import type { Access, ApiName } from '../../content/contract.ts';
import { isSandboxed } from '../../content/sandbox.ts';
import { hasAccess, isUsable } from '../../keys/contract.ts';
import { formatCount } from '../../pictures/format.ts';
import { pages } from '../../urls.ts';
import { callApi } from '../api/call-api.ts';
import type { ApiQuota } from '../api/fetch-api.ts';
import { chooseIdentity, identitiesFor, identityFor, idOf, useChosenIdentity } from '../api/identity.ts';
import { useApiKeys } from '../keys/context/api-keys.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { utcTime } from '../time/format-time.ts';

export function useIdentity({ api, access }: { api: ApiName; access: Access }) {
  const site = useSite();
  const apiKeys = useApiKeys();
  const now = new Date();
  const usable = identitiesFor({ api, access }, { sandbox: site.sandbox, apiKeys: apiKeys ?? [], now });
  const chosen = identityFor(usable, useChosenIdentity());

  const reader = isSandboxed(site.sandbox, api) ? ({ kind: 'demo' } as const) : chosen;
  const readExample = useCallback(
    async (path: string): Promise<unknown> => {
      const outcome = reader && (await callApi({ api, path, query: [] }, reader, { site }));
      if (!outcome?.ok || typeof outcome.value.body !== 'string') throw new Error(path);
      return JSON.parse(outcome.value.body);
    },
    [api, reader, site],
  );
  return {
    usable,
    chosen,
    /** Calls with these keys would get a 403. */
    withoutAccess: (apiKeys ?? []).filter((apiKey) => isUsable(apiKey, now) && !hasAccess(apiKey, access)),
    isLoading: apiKeys === undefined,
    readExample: reader ? readExample : undefined,
  };
}

interface IdentityPickerProps {
  identity: ReturnType<typeof useIdentity>;
  access: Access;
  quota: ApiQuota | undefined;
}

/** Chooses the identity for the call. Keys without access are listed but disabled. */
export function IdentityPicker({ identity, access, quota }: IdentityPickerProps) {
  const id = useId();
  const { usable, chosen, withoutAccess, isLoading } = identity;
  const choose = (value: string) => {
    const found = usable.find((each) => idOf(each) === value);
    if (found) chooseIdentity(found);
  };
  return (
    <div className="console-identity">
      <label htmlFor={id}>Call as</label>
      <select
        id={id}
        className="console-input"
        value={chosen ? idOf(chosen) : ''}
        onChange={(event) => choose(event.target.value)}
      >
        {!chosen && <option value="">{isLoading ? 'Loading...' : 'API key required'}</option>}
        {usable.map((each) => (
          <option key={idOf(each)} value={idOf(each)}>
            {each.kind === 'demo' ? 'Demo (no key)' : each.name}
          </option>
        ))}
        {withoutAccess.map((apiKey) => (
          <option key={apiKey.id} disabled>
            {apiKey.name} (needs all access)
          </option>
        ))}
      </select>
      <p className="console-quota" aria-live="polite">
        {quota &&
          `${formatCount(quota.remaining)} of ${formatCount(quota.limit)} calls left until ${utcTime(new Date(quota.resetAtMs))}`}
      </p>
      <IdentityNote identity={identity} access={access} />
    </div>
  );
}

function IdentityNote({ identity, access }: Pick<IdentityPickerProps, 'identity' | 'access'>) {
  const { state, openSignUp } = useAuth();
  if (!identity.chosen && !identity.isLoading)
    return (
      <p className="console-note">
        {access === 'free' ? 'You need a free key. ' : 'You need an all-access key. '}
        {state === 'authenticated' ? (
          <Link className="link" href={pages.apiKeys}>
            {access === 'free' ? 'Manage your keys' : 'Request all access'}
          </Link>
        ) : (
          <button type="button" className="link" onClick={openSignUp}>
            Get an API key
          </button>
        )}
      </p>
    );
  if (access === 'free' || identity.chosen?.kind !== 'demo') return null;
  return (
    <p className="console-note">
      The demo can call this endpoint, but a free key gets a 403. <RequestAllAccess />
    </p>
  );
}

export const RequestAllAccess = () => (
  <>
    Request all access on the{' '}
    <Link className="link" href={pages.apiKeys}>
      API Keys page
    </Link>
    .
  </>
);
