import { useEffect, useRef } from 'react';

/**
 * The way back leads out of what lies over the page before it leads out of the page. A browser lets itself be held
 * once for each action of the person, and only on the way to a page of this document: else both are left at once.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return;
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse') return;
      if (event.cancelable && !isEntryForBack()) event.preventDefault();
      close.current();
    };
    const onPopState = () => close.current();
    const { navigation }: Partial<Window> = window;
    if (navigation) navigation.addEventListener('navigate', onNavigate);
    else addEventListener('popstate', onPopState);
    return () => {
      navigation?.removeEventListener('navigate', onNavigate);
      removeEventListener('popstate', onPopState);
    };
  }, [open]);
}

/**
 * Adds an entry to the history, at the same address, for a dialog that must not be lost: the way back then leads to the
 * entry below it and closes the dialog, where it would otherwise leave the site. The next move of the router takes the
 * place of the entry.
 */
export function useEntryForBack(): void {
  useEffect(() => {
    if (!isEntryForBack()) history.pushState({ ...history.state, isForBack: true }, '');
  }, []);
}

export const isEntryForBack = () => history.state?.isForBack === true;
