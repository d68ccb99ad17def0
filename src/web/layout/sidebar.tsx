import { Pin, PinOff } from 'lucide';
import {
  type FocusEvent,
  memo,
  type PointerEvent,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { NavigationGroup, Page } from '../../content/contract.ts';
import { chooseRail, useRail } from '../preferences/preferences.ts';
import { Link } from '../router/link.tsx';
import { usePath, useSite } from '../router/router-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { createHoverIntent } from './hover-intent.ts';
import { AccountPart, BaseUrls, NavigationIcon } from './navigation-rows.tsx';

/** A rail of icons that opens over the content. Nothing in it moves when it opens. */
export const Sidebar = memo(function Sidebar() {
  const [expanded, setExpanded] = useState(false);
  const [intent] = useState(() => createHoverIntent(setExpanded));
  const aside = useRef<HTMLElement>(null);
  const site = useSite();

  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!aside.current?.contains(event.target as Node)) intent.close();
    };
    addEventListener('blur', intent.close);
    document.addEventListener('pointerdown', closeOutside);
    return () => {
      removeEventListener('blur', intent.close);
      document.removeEventListener('pointerdown', closeOutside);
    };
  }, [intent]);

  const onPointerEnter = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') intent.enter();
  };
  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') intent.leave();
  };
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) intent.open();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) intent.leave();
  };

  return (
    <aside
      ref={aside}
      className="sidebar"
      aria-label="Sidebar"
      data-expanded={expanded || undefined}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={(event) => event.key === 'Escape' && intent.close()}
    >
      <div className="sidebar-scroll">
        <NavigationRail groups={site.navigation} />
      </div>
      <BaseUrls />
      <AccountPart />
      <PinButton />
    </aside>
  );
});

/** The current page is marked after the page has been rendered, so the page appears sooner. */
function NavigationRail({ groups }: { groups: NavigationGroup[] }) {
  return <Groups groups={groups} path={useDeferredValue(usePath())} />;
}

/** A group with one page is a link with an icon. The pages of other groups are dots until the sidebar opens. */
const Groups = memo(function Groups({ groups, path }: { groups: NavigationGroup[]; path: string }) {
  return (
    <nav aria-label="Documentation">
      <ul>
        {groups.map((group) => {
          const [first] = group.pages;
          if (group.pages.length === 1 && first) {
            return (
              <li key={group.title}>
                <RailLink page={first} isCurrent={first.path === path} icon={group.icon} />
              </li>
            );
          }
          return (
            <li key={group.title} className="rail-group">
              <p
                className="rail-row"
                data-inside={group.pages.some((page) => page.path === path) || undefined}
              >
                <NavigationIcon name={group.icon} />
                <span className="rail-label">{group.title}</span>
              </p>
              <ul aria-label={group.title}>
                {group.pages.map((page) => (
                  <li key={page.path}>
                    <RailLink page={page} isCurrent={page.path === path} />
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </nav>
  );
});

interface RailLinkProps {
  page: Page;
  isCurrent: boolean;
  /** A group that consists of one page has an icon. */
  icon?: string;
}

/** Memoized, because a navigation changes only two of the links. */
const RailLink = memo(function RailLink({ page, isCurrent, icon }: RailLinkProps) {
  return (
    <Link
      href={page.path}
      className={icon ? 'rail-row' : 'rail-row rail-page'}
      aria-label={page.title}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {icon ? <NavigationIcon name={icon} /> : <span className="rail-dot" />}
      <span className="rail-label">{page.title}</span>
    </Link>
  );
});

/** CSS shows the button only where the content has room next to an open sidebar. */
function PinButton() {
  const isPinned = useRail() === 'pinned';
  const icon = isPinned ? PinOff : Pin;
  return (
    <button
      type="button"
      className="rail-row pin-button"
      aria-label="Keep the sidebar open"
      aria-pressed={isPinned}
      onClick={() => chooseRail(isPinned ? 'free' : 'pinned')}
    >
      <Icon of={icon} size={18} strokeWidth={1.75} className="rail-icon" />
      <span className="rail-label">{isPinned ? 'Let it close' : 'Keep open'}</span>
    </button>
  );
}
