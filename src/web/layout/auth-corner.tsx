import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { usePath } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';

/** While the state is unknown it has the size of the signed-out buttons, so that nothing moves. */
export function AuthCorner() {
  const { state, user, signOut, openSignIn, openSignUp } = useAuth();
  const path = usePath();
  if (state === 'authenticated') {
    return (
      <div className="auth-corner">
        <span className="auth-welcome" title={user?.email}>
          Welcome{' '}
          <Link
            href={pages.account}
            className="auth-email"
            aria-current={path === pages.account ? 'page' : undefined}
          >
            {user?.email}
          </Link>
        </span>
        <Link
          href={pages.apiKeys}
          className={`${buttonClass('ghost', 'small')} auth-keys`}
          aria-current={path === pages.apiKeys ? 'page' : undefined}
        >
          API Keys
        </Link>
        <Button variant="secondary" size="small" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    );
  }
  return (
    <div className="auth-corner" data-loading={state === 'loading' || undefined}>
      <Button variant="ghost" size="small" onClick={openSignIn}>
        Sign in
      </Button>
      <Button size="small" onClick={openSignUp}>
        Get API Keys
      </Button>
    </div>
  );
}
