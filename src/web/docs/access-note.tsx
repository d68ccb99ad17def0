import type { Access } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';

/** Who may make the call, and how to become one of them. */
export function AccessNote({ access }: { access: Access }) {
  const { provider } = useSite();
  const { state, openSignUp } = useAuth();
  if (access === 'free') {
    return (
      <p className="access-note">
        <span className="badge badge-success">Free</span>
        <span>
          Works with a free key.
          {state !== 'authenticated' && (
            <>
              {' '}
              <button type="button" className="link" onClick={openSignUp}>
                Get one
              </button>{' '}
              in a minute.
            </>
          )}
        </span>
      </p>
    );
  }
  return (
    <p className="access-note">
      <span className="badge badge-accent">All-access</span>
      <span>
        Needs an all-access key. Ask for one on the{' '}
        <Link className="link" href={pages.apiKeys}>
          API Keys page
        </Link>
        , or write to the data team at{' '}
        <a className="link" href={`mailto:${provider.dataTeam}`}>
          {provider.dataTeam}
        </a>
        .
      </span>
    </p>
  );
}
