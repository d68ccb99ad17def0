import { ArrowUpRight, ChevronDown, Search, X } from 'lucide';
import { type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { NavigationGroup } from '../../content/contract.ts';
import { usePath, useSite } from '../router/router-context.tsx';
import { openSearch } from '../search/search-state.ts';
import { useBackCloses } from '../ui/dialogs/use-back-closes.ts';
import { Icon } from '../ui/icon.tsx';
import { AccountRows, BaseUrlRows, ButtonRow, groupIcon, LinkRow, ThemeSwitch } from './navigation-rows.tsx';

/** From this width on the sidebar replaces the drawer. */
const wideWindow = '(min-width: 768px)';

/** The phone's navigation. The native dialog traps the focus and closes on Escape. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const { navigation, provider } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // `close` returns the focus, which removing the element would not.
    return () => element?.close();
  }, []);
  useEffect(() => {
    const wide = matchMedia(wideWindow);
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [onClose]);
  const search = () => {
    onClose();
    openSearch();
  };
  /** Closes on a click on the backdrop, on a link to a page or on an account button. */
  const closeOnClick = ({ target, currentTarget }: MouseEvent) => {
    const isLeaving = target instanceof Element && target.closest('a[href^="/"], .account-part');
    if (isLeaving || target === currentTarget) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes too, and keys click the links and buttons
    <dialog ref={dialog} className="drawer" aria-label="Menu" onClose={onClose} onClick={closeOnClick}>
      <div className="drawer-body">
        <div className="drawer-head">
          <h2>Menu</h2>
          <ThemeSwitch />
          <button type="button" className="icon-button" aria-label="Close menu" onClick={onClose}>
            <Icon of={X} size={20} />
          </button>
        </div>
        <ButtonRow icon={Search} label="Search" onClick={search} />
        <nav aria-label="Documentation">
          <ul>
            {navigation.map((group) => (
              <DrawerGroup key={group.title} group={group} />
            ))}
          </ul>
        </nav>
        <div className="drawer-part">
          <AccountRows withSignOut />
        </div>
        <div className="drawer-part">
          <BaseUrlRows />
          <LinkRow href={provider.mainSite} icon={ArrowUpRight} label={`${provider.name} main site`} />
        </div>
      </div>
    </dialog>
  );
}

function DrawerGroup({ group }: { group: NavigationGroup }) {
  const path = usePath();
  const id = useId();
  const [isOpen, setIsOpen] = useState(group.pages.some((page) => page.path === path));
  const icon = groupIcon(group.icon);
  const [first, ...others] = group.pages;
  if (first && others.length === 0)
    return (
      <li>
        <LinkRow href={first.path} icon={icon} label={first.title} />
      </li>
    );
  return (
    <li>
      <ButtonRow
        icon={icon}
        label={group.title}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon of={ChevronDown} size={16} className="drawer-chevron" />
      </ButtonRow>
      <ul id={id} hidden={!isOpen}>
        {group.pages.map((page) => (
          <li key={page.path}>
            <LinkRow href={page.path} label={page.title} className="rail-row drawer-page" />
          </li>
        ))}
      </ul>
    </li>
  );
}
