import { useId } from 'react';
import type { Access } from '../../content/contract.ts';
import { formatCount } from '../../pictures/telling/format-count.ts';
import { pages } from '../../urls.ts';
import type { ApiIdentity } from '../api/identity.ts';
import type { ApiQuota } from '../api/quota.ts';
import { Link } from '../router/link.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { AskForAccess } from './ask-for-access.tsx';
import type { Identity } from './use-identity.ts';

interface IdentityPickerProps {
  identity: Identity;
  access: Access;
  quota: ApiQuota | undefined;
}

const demoValue = 'demo';
const valueOfIdentity = (identity: ApiIdentity) => (identity.kind === 'demo' ? demoValue : identity.id);

/** Who asks, before the call; a key that would be refused is listed, and says so. */
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
            {access === 'free' ? 'Your keys' : 'Ask for all access'}
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
