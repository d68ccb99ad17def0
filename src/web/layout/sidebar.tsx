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
import { AccountRows, BaseUrlRows, ButtonRow, groupIcon, RowIcon } from './navigation-rows.tsx';

const openDelayMs = 200;
const closeDelayMs = 50;

/** Opens when the pointer rests on the element, not when it passes over it. */
export function createHoverIntent(set: (open: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setAfter = (open: boolean, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(set, ms, open);
  };
  const setNow = (open: boolean) => {
    clearTimeout(timer);
    set(open);
  };
  return {
    enter: () => setAfter(true, openDelayMs),
    leave: () => setAfter(false, closeDelayMs),
    /** Keyboard focus and touch open the element at once. */
    open: () => setNow(true),
    close: () => setNow(false),
  };
}

/** A rail with one icon for each group, which opens over the content and then lists the pages. */
export const Sidebar = memo(function Sidebar() {
  const [expanded, setExpanded] = useState(false);
  const [intent] = useState(() => createHoverIntent(setExpanded));
  const aside = useRef<HTMLElement>(null);
  const { navigation } = useSite();
  // The current page is marked after the page has been rendered, so the page appears sooner.
  const path = useDeferredValue(usePath());

  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!(event.target instanceof Node && aside.current?.contains(event.target))) intent.close();
    };
    addEventListener('blur', intent.close);
    document.addEventListener('pointerdown', closeOutside);
    return () => {
      removeEventListener('blur', intent.close);
      document.removeEventListener('pointerdown', closeOutside);
    };
  }, [intent]);

  const unlessTouch = (run: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') run(event);
  };
  const onPointerLeave = ({ currentTarget }: PointerEvent) => {
    // The labels are still needed by the keyboard.
    if (!currentTarget.querySelector(':focus-visible')) intent.leave();
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
      onPointerEnter={unlessTouch(intent.enter)}
      onPointerLeave={unlessTouch(onPointerLeave)}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={(event) => event.key === 'Escape' && intent.close()}
    >
      <PinButton />
      <div className="sidebar-scroll">
        <NavigationGroups groups={navigation} path={path} />
      </div>
      <BaseUrlRows />
      <AccountRows />
    </aside>
  );
});

/**
 * A group with one page is a link with an icon. The pages of other groups have no height until the sidebar opens, but
 * screen readers and the keyboard reach them.
 */
const NavigationGroups = memo(({ groups, path }: { groups: NavigationGroup[]; path: string }) => (
  <nav aria-label="Documentation">
    <ul>
      {groups.map(({ title, icon, pages }) => {
        const [first, ...others] = pages;
        if (first && others.length === 0)
          return (
            <li key={title}>
              <RailLink page={first} isCurrent={first.path === path} icon={icon} />
            </li>
          );
        return (
          <li key={title} className="rail-group">
            <p className="rail-row" data-inside={pages.some((page) => page.path === path) || undefined}>
              <RowIcon icon={groupIcon(icon)} />
              <span className="rail-label">{title}</span>
            </p>
            <ul className="rail-pages" aria-label={title}>
              {pages.map((page) => (
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
));

/** Memoized, because a navigation changes only two of the links. */
const RailLink = memo(({ page, isCurrent, icon }: { page: Page; isCurrent: boolean; icon?: string }) => (
  <Link
    href={page.path}
    className={icon ? 'rail-row' : 'rail-row rail-page'}
    aria-label={page.title}
    aria-current={isCurrent ? 'page' : undefined}
  >
    {icon ? <RowIcon icon={groupIcon(icon)} /> : <span className="rail-dot" />}
    <span className="rail-label">{page.title}</span>
  </Link>
));

/** CSS shows the button only where the content has room next to an open sidebar. */
function PinButton() {
  const isPinned = useRail() === 'pinned';
  return (
    <ButtonRow
      icon={isPinned ? PinOff : Pin}
      label={isPinned ? 'Unpin sidebar' : 'Pin sidebar'}
      className="rail-row pin-button"
      onClick={() => chooseRail(isPinned ? 'free' : 'pinned')}
    />
  );
}
