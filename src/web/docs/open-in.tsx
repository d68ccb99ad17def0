import { ChevronDown } from 'lucide';
import { useState } from 'react';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand } from '../ui/on-demand.ts';

const menuCode = onDemand(() => import('./open-in-menu.tsx'));

/** More ways to open the page in an assistant. The first click replaces this button with the menu's own. */
export function OpenIn({ path }: { path: string }) {
  const [request, setRequest] = useState<object>();
  const code = useDialogCode(menuCode, request);
  const button = {
    className: 'icon-button open-in',
    'aria-label': 'Open in',
    title: 'More ways to use this page',
    children: <Icon of={ChevronDown} size={15} />,
  };
  if (code) return <code.OpenInMenu path={path} button={button} />;
  return (
    <button
      {...button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setRequest({})}
      onPointerEnter={() => void menuCode.load().catch(() => {})}
    />
  );
}
