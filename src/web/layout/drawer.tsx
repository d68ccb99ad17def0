import './drawer.css';
import { ArrowUpRight, ChevronDown, Search, X } from 'lucide';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { NavigationGroup } from '../../content/contract.ts';
import { Link } from '../router/link.tsx';
import { usePath, useSite } from '../router/router-context.tsx';
import { openSearch } from '../search/search-state.ts';
import { useBackCloses } from '../ui/dialogs/use-back-closes.ts';
import { Icon } from '../ui/icon.tsx';
import { AccountPart, BaseUrls, NavigationIcon } from './navigation-rows.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The phone's navigation. The native dialog traps the focus and closes on Escape. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // `close` returns the focus, which removing the element would not.
    return () => element?.close();
  }, []);

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
        <DrawerMenu onAction={onClose} />
      </div>
    </dialog>
  );
}

/** `onAction` closes the drawer before a dialog or another page opens. */
export function DrawerMenu({ onAction }: { onAction: () => void }) {
  const { navigation, provider } = useSite();
  return (
    <>
      <SearchRow onAction={onAction} />
      <nav aria-label="Documentation">
        <ul>
          {navigation.map((group) => (
            <DrawerGroup key={group.title} group={group} onAction={onAction} />
          ))}
        </ul>
      </nav>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles the clicks of its buttons */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click those buttons too */}
      <div className="drawer-part" onClick={onAction}>
        <AccountPart withSignOut />
      </div>
      <div className="drawer-part">
        <BaseUrls />
        <Link href={provider.mainSite} className="rail-row">
          <Icon of={ArrowUpRight} size={18} strokeWidth={1.75} className="rail-icon" />
          <span className="rail-label">{provider.name} main site</span>
        </Link>
      </div>
    </>
  );
}

function DrawerGroup({ group, onAction }: { group: NavigationGroup; onAction: () => void }) {
  const path = usePath();
  const id = useId();
  const [open, setOpen] = useState(group.pages.some((page) => page.path === path));
  const [first] = group.pages;

  if (group.pages.length === 1 && first) {
    return (
      <li>
        <Link
          href={first.path}
          className="rail-row"
          aria-current={first.path === path ? 'page' : undefined}
          onClick={onAction}
        >
          <NavigationIcon name={group.icon} />
          <span className="rail-label">{first.title}</span>
        </Link>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className="rail-row"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <NavigationIcon name={group.icon} />
        <span className="rail-label">{group.title}</span>
        <Icon of={ChevronDown} size={16} className="drawer-chevron" />
      </button>
      <ul id={id} hidden={!open}>
        {group.pages.map((page) => (
          <li key={page.path}>
            <Link
              href={page.path}
              className="rail-row drawer-page"
              aria-current={page.path === path ? 'page' : undefined}
              onClick={onAction}
            >
              <span className="rail-label">{page.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

function SearchRow({ onAction }: { onAction: () => void }) {
  const search = () => {
    onAction();
    openSearch();
  };
  return (
    <button type="button" className="rail-row" onClick={search}>
      <Icon of={Search} size={18} strokeWidth={1.75} className="rail-icon" />
      <span className="rail-label">Search</span>
    </button>
  );
}
