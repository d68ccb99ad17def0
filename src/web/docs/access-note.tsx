import type { Access } from '../../content/contract.ts';
import { type ApiToken, hasAccess, isUsable } from '../../keys/contract.ts';
import { pages } from '../../urls.ts';
import { useApiKeys } from '../keys/context/api-keys.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';

/** Which key the endpoint needs, and whether the signed-in user has one. */
export function AccessNote({ access }: { access: Access }) {
  const isFree = access === 'free';
  return (
    <p className="access-note">
      <span className={`badge ${isFree ? 'badge-success' : 'badge-accent'}`}>
        {isFree ? 'Free' : 'All-access'}
      </span>
      <span>
        {isFree ? 'Works with a free key. ' : 'Needs an all-access key. '}
        <NextStep access={access} />
      </span>
    </p>
  );
}

function NextStep({ access }: { access: Access }) {
  const { provider } = useSite();
  const { state, openSignUp } = useAuth();
  const apiKeys = useApiKeys();
  if (state === 'authenticated') {
    const text = apiKeys && describeAccess(access, apiKeys, new Date());
    if (text) return text;
  } else if (access === 'free')
    return (
      <button type="button" className="link" onClick={openSignUp}>
        Get one in two minutes
      </button>
    );
  if (access === 'free')
    return (
      <Link className="link" href={pages.apiKeys}>
        {apiKeys ? 'Create one' : 'Manage your keys'}
      </Link>
    );
  return (
    <>
      Request one on the{' '}
      <Link className="link" href={pages.apiKeys}>
        API Keys page
      </Link>
      , or write to{' '}
      <a className="link" href={`mailto:${provider.dataTeam}`}>
        {provider.dataTeam}
      </a>
      .
    </>
  );
}

/** "Your keys Alto and Cirrus have access." Undefined if none has. */
export function describeAccess(
  access: Access,
  apiKeys: Pick<ApiToken, 'name' | 'roles' | 'expires_at'>[],
  now: Date,
): string | undefined {
  const names = apiKeys
    .filter((apiKey) => isUsable(apiKey, now) && hasAccess(apiKey, access))
    .map(({ name }) => name);
  const [first, second] = names;
  if (first === undefined) return undefined;
  if (second === undefined) return `Your key ${first} has access.`;
  return names.length === 2
    ? `Your keys ${first} and ${second} have access.`
    : `Your key ${first} and ${names.length - 1} others have access.`;
}
