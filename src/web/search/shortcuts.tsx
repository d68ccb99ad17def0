import { useEffect, useState } from 'react';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { onDemand } from '../ui/on-demand.ts';
import { isHelpKey } from './shortcut.ts';

const dialogCode = onDemand(() => import('./shortcuts-dialog.tsx'));

/** Stands once, in the header, and hears the question mark. */
export function Shortcuts() {
  const [request, setRequest] = useState<{ open: boolean }>();
  const dialog = useDialogCode(dialogCode, request);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isHelpKey(event)) setRequest({ open: true });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  if (!dialog || !request) return null;
  return <dialog.ShortcutsDialog open={request.open} onClose={() => setRequest({ open: false })} />;
}
