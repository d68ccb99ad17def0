import { useAuth } from '../session/auth-context.tsx';
import { Button } from '../ui/button.tsx';

/** While the state is unknown it has the size of the signed-out buttons, so that nothing moves. */
export function AuthCorner() {
  const { state, user, signOut, openSignIn, openSignUp } = useAuth();
  if (state === 'authenticated') {
    return (
      <div className="auth-corner">
        <span className="auth-welcome" title={user?.email}>
          Welcome <b>{user?.email}</b>
        </span>
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
