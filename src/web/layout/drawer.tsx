import { ArrowUpRight, ChevronDown, Search, X } from 'lucide';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { NavigationGroup } from '../../content/contract.ts';
import { usePath, useSite } from '../router/router-context.tsx';
import { openSearch } from '../search/search-state.ts';
import { useBackCloses } from '../ui/dialogs/use-back-closes.ts';
import { Icon } from '../ui/icon.tsx';
import { AccountRows, BaseUrlRows, ButtonRow, groupIcon, LinkRow } from './navigation-rows.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

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
  const search = () => {
    onClose();
    openSearch();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: this is a click on the backdrop; Escape does the same
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
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
              <DrawerGroup key={group.title} group={group} onNavigate={onClose} />
            ))}
          </ul>
        </nav>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles the clicks of its buttons */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click those buttons too */}
        <div className="drawer-part" onClick={onClose}>
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

function DrawerGroup({ group, onNavigate }: { group: NavigationGroup; onNavigate: () => void }) {
  const path = usePath();
  const id = useId();
  const [isOpen, setIsOpen] = useState(group.pages.some((page) => page.path === path));
  const icon = groupIcon(group.icon);
  const [first, ...others] = group.pages;
  if (first && others.length === 0)
    return (
      <li>
        <LinkRow href={first.path} icon={icon} label={first.title} onClick={onNavigate} />
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
            <LinkRow
              href={page.path}
              label={page.title}
              className="rail-row drawer-page"
              onClick={onNavigate}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}
