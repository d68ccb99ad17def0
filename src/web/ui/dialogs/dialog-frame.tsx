import './dialog-frame.css';
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { findPlace } from '../anchor-target.ts';
import { Icon } from '../icon.tsx';
import { toast } from '../toast.tsx';
import { useBackCloses } from './use-back-closes.ts';

interface DialogFrameProps {
  open: boolean;
  onClose: () => void;
  /** Where the keyboard goes on when what opened the dialog is gone, and the page is still the same. */
  findNext?: () => HTMLElement | null;
  /** Unmounted when the dialog has closed, and with it everything that was typed. */
  children: ReactNode;
}

/** In the middle of the screen, or a sheet at its lower edge on a phone. */
export function DialogFrame({ open, onClose, findNext = () => null, children }: DialogFrameProps) {
  const popup = useRef<HTMLDivElement>(null);
  const opener = useOpener(open);
  useBackCloses(open, onClose);
  useEffect(() => {
    if (open) toast.prepare();
  }, [open]);

  const handleOpenChange: Dialog.Root.Props['onOpenChange'] = (isOpen, details) => {
    if (isOnToast(details.event)) details.cancel();
    else if (!isOpen) onClose();
  };

  return (
    <Dialog.Root open={open} onOpenChange={handleOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup
            ref={popup}
            className="dialog-popup"
            initialFocus={(openedBy) => (openedBy === 'touch' ? true : findFirstField(popup.current))}
            finalFocus={() => findFinal(opener.current, findNext)}
          >
            {children}
            <Dialog.Close className="icon-button dialog-close" aria-label="Close">
              <Icon of={X} size={18} />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What had the focus before. */
function useOpener(open: boolean) {
  const opener = useRef<Opener>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) opener.current = { element: findFocused(), href: location.href };
  wasOpen.current = open;
  return opener;
}

interface Opener {
  element: HTMLElement | null;
  href: string;
}

/** A link in the dialog may have led to another page, or to a place in one: then the keyboard goes on from there. */
function findFinal(opener: Opener | null, findNext: () => HTMLElement | null): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (location.href !== opener?.href) return findPlace(location.hash) ?? heading;
  return opener.element?.isConnected ? opener.element : (findNext() ?? heading);
}

function findFocused(): HTMLElement | null {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused !== document.body ? focused : null;
}

interface DialogHeadingProps {
  title: string;
  children?: ReactNode;
}

/** Every view of a dialog begins with one; a view that replaces another takes the focus over. */
export function DialogHeading({ title, children }: DialogHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const popup = heading.current?.closest('[role="dialog"]');
    const focused = document.activeElement;
    if (popup && (focused === document.body || popup.contains(focused))) findFirstField(popup)?.focus();
  }, []);
  return (
    <header className="dialog-heading">
      <Dialog.Title ref={heading}>{title}</Dialog.Title>
      {children && <Dialog.Description className="dialog-description">{children}</Dialog.Description>}
    </header>
  );
}

const findFirstField = (popup: Element | null) => popup?.querySelector<HTMLElement>('[data-first]') ?? null;

/** Closing a message that lies over a dialog is no click beside the dialog. */
const isOnToast = (event: Event) =>
  event.target instanceof Element && event.target.closest('.toasts') !== null;
