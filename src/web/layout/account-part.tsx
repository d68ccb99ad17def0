import { KeyRound, LogIn, LogOut, UserRound } from 'lucide';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { usePath } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Icon } from '../ui/icon.tsx';

/** In the sidebar and in the drawer. */
export function AccountPart({ withSignOut = false }: { withSignOut?: boolean }) {
  const { state, user, signOut, openSignIn, openSignUp } = useAuth();
  const path = usePath();
  if (state === 'authenticated') {
    return (
      <div className="account-part">
        <Link
          href={pages.account}
          className="rail-row"
          aria-label={`Account ${user?.email}`}
          aria-current={path === pages.account ? 'page' : undefined}
        >
          <Icon of={UserRound} size={18} strokeWidth={1.75} className="rail-icon" />
          <span className="rail-label" title={user?.email}>
            {user?.email}
          </span>
        </Link>
        <Link
          href={pages.apiKeys}
          className="rail-row"
          aria-label="API Keys"
          aria-current={path === pages.apiKeys ? 'page' : undefined}
        >
          <Icon of={KeyRound} size={18} strokeWidth={1.75} className="rail-icon" />
          <span className="rail-label">API Keys</span>
        </Link>
        {withSignOut && (
          <button type="button" className="rail-row" onClick={() => void signOut()}>
            <Icon of={LogOut} size={18} strokeWidth={1.75} className="rail-icon" />
            <span className="rail-label">Sign out</span>
          </button>
        )}
      </div>
    );
  }
  return (
    <div className="account-part" data-loading={state === 'loading' || undefined}>
      <button type="button" className="rail-row" aria-label="Sign In" onClick={openSignIn}>
        <Icon of={LogIn} size={18} strokeWidth={1.75} className="rail-icon" />
        <span className="rail-label">Sign In</span>
      </button>
      <button type="button" className="rail-row" aria-label="Get API Keys" onClick={openSignUp}>
        <Icon of={KeyRound} size={18} strokeWidth={1.75} className="rail-icon" />
        <span className="rail-label">Get API Keys</span>
      </button>
    </div>
  );
}
