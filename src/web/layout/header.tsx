import { ArrowUpRight, Menu, UserRound } from 'lucide';
import { memo, useState } from 'react';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { usePath, useSite } from '../router/router-context.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Drawer } from './drawer.tsx';
import { ThemeSwitch } from './navigation-rows.tsx';

export const Header = memo(function Header() {
  const { name, mainSite } = useSite().provider;
  return (
    <header className="top-bar">
      <Link href={pages.docs} className="top-bar-logo" aria-label={`${name} API documentation`}>
        <Logo />
      </Link>
      <Link href={mainSite} className="top-bar-site">
        {new URL(mainSite).hostname.replace(/^www\./, '')}
        <Icon of={ArrowUpRight} size={14} />
      </Link>
      {/* The account buttons change their width with the session, so the search isn't next to them. */}
      <SearchButton />
      <div className="top-bar-end">
        <AuthCorner />
        <ThemeSwitch />
        <MenuButton />
      </div>
    </header>
  );
});

export function Logo() {
  const { name, mark } = useSite().provider;
  return (
    <span className="logo">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the content loader has checked this file */}
      <span className="logo-mark" aria-hidden="true" dangerouslySetInnerHTML={{ __html: mark }} />
      <span className="logo-name">
        {name} <span className="logo-suffix">API</span>
      </span>
    </span>
  );
}

/** While the session is loading, the corner has the size of the signed-out buttons, so that nothing moves. */
function AuthCorner() {
  const { state, user, signOut, openSignIn, openSignUp } = useAuth();
  const path = usePath();
  if (state === 'authenticated')
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
        {/* A phone has no room for the email. It shows this icon, and the drawer has the sign-out. */}
        <Link href={pages.account} className="icon-button auth-account" aria-label={`Account ${user?.email}`}>
          <Icon of={UserRound} size={20} />
        </Link>
        <Button variant="secondary" size="small" className="auth-sign-out" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    );
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

function MenuButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button drawer-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Icon of={Menu} size={20} />
      </button>
      {isOpen && <Drawer onClose={() => setIsOpen(false)} />}
    </>
  );
}
