import { useEffect, useRef } from 'react';

/**
 * The Back button closes a dialog before it leaves the page. A browser allows this once per user action, and
 * only if the previous entry is a page of this document. Otherwise Back closes the dialog and leaves the page.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return;
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse') return;
      if (event.cancelable && !isDialogEntry()) event.preventDefault();
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

/** Adds a history entry, so that Back closes a dialog that must not be lost. The next navigation replaces it. */
export function useDialogEntry(): void {
  useEffect(() => {
    if (!isDialogEntry()) history.pushState({ ...history.state, isForBack: true }, '');
  }, []);
}

export const isDialogEntry = () => history.state?.isForBack === true;
