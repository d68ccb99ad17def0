import { ArrowUpRight, Menu } from 'lucide';
import { memo, useEffect, useRef, useState } from 'react';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { usePath, useSite } from '../router/router-context.tsx';
import { SearchButton, Shortcuts } from '../search/search-button.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { ThemeSwitch } from './theme-switch.tsx';

export const Header = memo(function Header() {
  const { provider } = useSite();
  return (
    <header className="top-bar">
      <Link href={pages.docs} className="top-bar-logo" aria-label={`${provider.name} API documentation`}>
        <Logo name={provider.name} mark={provider.mark} />
      </Link>
      <Link href={provider.mainSite} className="top-bar-site">
        {new URL(provider.mainSite).hostname.replace(/^www\./, '')}
        <Icon of={ArrowUpRight} size={14} />
      </Link>
      {/* The account buttons change their width with the session, so the search isn't next to them. */}
      <SearchButton />
      <Shortcuts />
      <div className="top-bar-end">
        <AuthCorner />
        <PhoneKey />
        <ThemeSwitch />
        <MenuButton />
      </div>
    </header>
  );
});

/** While the session is loading, the corner has the size of the signed-out buttons, so that nothing moves. */
function AuthCorner() {
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

/** The phone's header has room for one account button. The others are in the drawer. */
function PhoneKey() {
  const { state, openSignUp } = useAuth();
  if (state === 'authenticated')
    return (
      <Link href={pages.apiKeys} className={`${buttonClass('secondary', 'small')} phone-key`}>
        Keys
      </Link>
    );
  return (
    <Button
      size="small"
      className="phone-key"
      data-loading={state === 'loading' || undefined}
      onClick={openSignUp}
    >
      Get key
    </Button>
  );
}

const drawerCode = onDemand(() => import('./drawer.tsx'));

function MenuButton() {
  const [request, setRequest] = useState<object>();
  const drawer = useDialogCode(drawerCode, request);
  const path = usePath();
  const lastPath = useRef(path);
  const close = () => setRequest(undefined);

  useEffect(() => {
    if (lastPath.current !== path) setRequest(undefined);
    lastPath.current = path;
  }, [path]);

  return (
    <>
      <button
        type="button"
        className="icon-button drawer-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={request !== undefined}
        onClick={() => setRequest({})}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon of={Menu} size={20} />
      </button>
      {drawer && request && <drawer.Drawer onClose={close} />}
    </>
  );
}

function preload(): void {
  drawerCode.load().catch(() => {
    // Opening the drawer reports the failure.
  });
}

function Logo({ name, mark }: { name: string; mark: string }) {
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
