import { X } from 'lucide';
import { useLayoutEffect, useRef } from 'react';
import { useBackCloses } from '../ui/dialogs/use-back-closes.ts';
import { Icon } from '../ui/icon.tsx';
import { DrawerMenu } from './drawer-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import './drawer.css';

/** The phone's navigation. The browser's own dialog keeps the focus in it and closes it on Escape. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Gives the focus back, which removing it from the page would not.
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one on the backdrop; Escape does the same
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="drawer-body">
        <div className="drawer-head">
          <h2>Menu</h2>
          <ThemeSwitch />
          <button type="button" className="icon-button" aria-label="Close menu" onClick={onClose}>
            <Icon of={X} size={20} />
          </button>
        </div>
        <DrawerMenu onAction={onClose} />
      </div>
    </dialog>
  );
}
