import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useAuth } from '../session/auth-context.tsx';

/** Where the observations are the provider's, a visitor cannot look at them, and a free key neither. */
export function NeedsKey() {
  const { state, openSignUp } = useAuth();
  return (
    <p className="viewer-needs-key">
      The Data API answers to an all-access key only.{' '}
      {state === 'authenticated' ? (
        <>
          None of your keys is one yet:{' '}
          <Link className="link" href={pages.apiKeys}>
            ask for all access
          </Link>{' '}
          on the page of your keys, and the viewer opens here.
        </>
      ) : (
        <>
          Sign in if you have one, or{' '}
          <button type="button" className="link" onClick={openSignUp}>
            get a key
          </button>{' '}
          and ask for all access: the viewer then opens here.
        </>
      )}
    </p>
  );
}
