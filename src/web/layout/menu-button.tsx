import { Menu } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { usePath } from '../router/router-context.tsx';
import { useDialogCode } from '../ui/dialogs/use-dialog-code.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand } from '../ui/on-demand.ts';

const drawerCode = onDemand(() => import('./drawer.tsx'));

/** Opens the phone's navigation, which comes when a finger is on its way: other screens never need it. */
export function MenuButton() {
  const [request, setRequest] = useState<object>();
  const drawer = useDialogCode(drawerCode, request);
  const path = usePath();
  const lastPath = useRef(path);
  const close = () => setRequest(undefined);

  useEffect(() => {
    if (lastPath.current !== path) setRequest(undefined);
    lastPath.current = path;
  }, [path]);

  return (
    <>
      <button
        type="button"
        className="icon-button drawer-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={request !== undefined}
        onClick={() => setRequest({})}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon of={Menu} size={20} />
      </button>
      {drawer && request && <drawer.Drawer onClose={close} />}
    </>
  );
}

function preload(): void {
  drawerCode.load().catch(() => {
    // Opening says what is wrong.
  });
}
