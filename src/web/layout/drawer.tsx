import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePath } from '../router/router-context.tsx';
import { DrawerMenu } from './drawer-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The phone's navigation. The browser's own dialog keeps the focus in it and closes it on Escape. */
export function Drawer() {
  const [open, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const path = usePath();
  const lastPath = useRef(path);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  useEffect(() => {
    if (lastPath.current !== path) setOpen(false);
    lastPath.current = path;
  }, [path]);

  return (
    <>
      <button
        type="button"
        className="icon-button drawer-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu size={20} aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; Escape does the same */}
      <dialog
        ref={dialog}
        className="drawer"
        aria-label="Menu"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === event.currentTarget && setOpen(false)}
      >
        {open && (
          <div className="drawer-body">
            <div className="drawer-head">
              <h2>Menu</h2>
              <ThemeSwitch />
              <button
                type="button"
                className="icon-button"
                aria-label="Close menu"
                onClick={() => setOpen(false)}
              >
                <X size={20} aria-hidden="true" />
              </button>
            </div>
            <DrawerMenu onAction={() => setOpen(false)} />
          </div>
        )}
      </dialog>
    </>
  );
}
