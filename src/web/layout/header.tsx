import { ArrowUpRight } from 'lucide';
import { memo } from 'react';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { Shortcuts } from '../search/shortcuts.tsx';
import { Icon } from '../ui/icon.tsx';
import { AuthCorner } from './auth-corner.tsx';
import { Logo } from './logo.tsx';
import { MenuButton } from './menu-button.tsx';
import { PhoneKey } from './phone-key.tsx';
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
      {/* Not beside the corner, whose width depends on who is signed in: nothing may move when that is known. */}
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
