import { type FocusEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useSite } from '../router/router-context.tsx';
import { AccountPart } from './account-part.tsx';
import { BaseUrls } from './base-urls.tsx';
import { createHoverIntent } from './hover-intent.ts';
import { NavigationRail } from './navigation-rail.tsx';
import { PinButton } from './pin-button.tsx';

/** A rail of icons that opens over the content; nothing in it changes its place when it does. */
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
