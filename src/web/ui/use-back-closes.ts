import { useEffect, useRef } from 'react';

/** While a dialog is open, the browser's way back leads out of the dialog and not out of the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useEffect(() => {
    if (!open) return;
    const dialog: OpenDialog = { close: () => close.current() };
    openDialogs.push(dialog);
    if (!isStepping) enter();
    return () => {
      openDialogs = openDialogs.filter((other) => other !== dialog);
      // A moment later, when a link in it may have led on, or another dialog have opened.
      setTimeout(leave);
    };
  }, [open]);
}

interface OpenDialog {
  close(): void;
}

let openDialogs: OpenDialog[] = [];
/** Between the step back that was asked for and its arrival. */
let isStepping = false;

/** An entry of the history for the dialogs that are open. */
function enter(): void {
  if (!isDialogEntry()) history.pushState({ ...history.state, dialog: true }, '');
}

function leave(): void {
  if (isStepping || openDialogs.length > 0 || !isDialogEntry()) return;
  isStepping = true;
  history.back();
}

function onPopState(): void {
  if (isStepping) {
    isStepping = false;
    if (openDialogs.length > 0) enter();
  } else if (isDialogEntry()) {
    // Left behind by a link in the dialog: nobody wants to come back to it.
    leave();
  } else {
    for (const dialog of openDialogs) dialog.close();
  }
}

const isDialogEntry = () => (history.state as { dialog?: boolean } | null)?.dialog === true;

if (typeof window !== 'undefined') addEventListener('popstate', onPopState);
