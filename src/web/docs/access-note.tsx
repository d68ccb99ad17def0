import type { Access } from '../../content/contract.ts';
import { type ApiToken, hasAccess, isUsable } from '../../keys/contract.ts';
import { pages } from '../../urls.ts';
import { useApiKeys } from '../keys/context/api-keys.ts';
import { DataTeamLink, Link } from '../router/link.tsx';
import { useAuth } from '../session/auth-context.tsx';

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
  const { openSignUp } = useAuth();
  const apiKeys = useApiKeys();
  const known = apiKeys && apiKeys.length > 0 ? describeAccess(access, apiKeys, new Date()) : undefined;
  if (known?.isGiven) return known.text;
  if (access === 'free')
    return known ? (
      <>
        {known.text}{' '}
        <Link className="link" href={pages.apiKeys}>
          Create one
        </Link>
      </>
    ) : (
      <button type="button" className="link" onClick={openSignUp}>
        Get one in two minutes
      </button>
    );
  return (
    <>
      {known && `${known.text} `}
      Request {known ? 'it' : 'one'} on the{' '}
      <Link className="link" href={pages.apiKeys}>
        API Keys page
      </Link>
      , or write to <DataTeamLink />.
    </>
  );
}

/** For example "Your keys Alto and Cirrus have access." */
export function describeAccess(
  access: Access,
  apiKeys: Pick<ApiToken, 'name' | 'roles' | 'expires_at'>[],
  now: Date,
): { isGiven: boolean; text: string } {
  const names = apiKeys
    .filter((apiKey) => isUsable(apiKey, now) && hasAccess(apiKey, access))
    .map(({ name }) => name);
  const [first, second] = names;
  if (first === undefined) return { isGiven: false, text: 'None of your keys has access.' };
  if (second === undefined) return { isGiven: true, text: `Your key ${first} has access.` };
  const others = names.length === 2 ? second : `${names.length - 1} others`;
  return { isGiven: true, text: `Your keys ${first} and ${others} have access.` };
}
