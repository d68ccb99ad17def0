import './dialog-frame.css';
import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, X } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { findAnchorTarget } from '../anchor-target.ts';
import { LinkButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { toast } from '../toast.tsx';
import { useBackCloses } from './use-back-closes.ts';

interface DialogFrameProps {
  open: boolean;
  onClose: () => void;
  /** Returns the next focus if the element that opened the dialog is gone and the page is still the same. */
  findNext?: () => HTMLElement | null;
  /** They stay as they were while the dialog fades out, and are then unmounted, so typed text is lost. */
  children: ReactNode;
}

/** The dialog is centred, or a sheet at the bottom edge on a phone. */
export function DialogFrame({ open, onClose, findNext = () => null, children }: DialogFrameProps) {
  const popup = useRef<HTMLDivElement>(null);
  const opener = useOpener(open);
  const content = useRef(children);
  if (open) content.current = children;
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
            {content.current}
            <Dialog.Close className="icon-button dialog-close" aria-label="Close">
              <Icon of={X} size={18} />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface Opener {
  element: Element | null;
  href: string;
}

function useOpener(open: boolean) {
  const opener = useRef<Opener>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) opener.current = { element: document.activeElement, href: location.href };
  wasOpen.current = open;
  return opener;
}

/** If a link in the dialog led to another page or anchor, the focus moves there. */
function findFinal(opener: Opener | null, findNext: () => HTMLElement | null): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (location.href !== opener?.href) return findAnchorTarget(location.hash) ?? heading;
  const { element } = opener;
  const canFocus = element instanceof HTMLElement && element !== document.body && element.isConnected;
  return canFocus ? element : (findNext() ?? heading);
}

/** Every view of a dialog starts with a heading. A view that replaces another one takes the focus. */
export function DialogHeading({ title, children }: { title: string; children?: ReactNode }) {
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

export const BackLink = ({ onClick }: { onClick: () => void }) => (
  <p className="dialog-footer">
    <LinkButton className="link back-link" onClick={onClick}>
      <Icon of={ArrowLeft} size={15} />
      Back
    </LinkButton>
  </p>
);

const findFirstField = (popup: Element | null) => popup?.querySelector<HTMLElement>('[data-first]') ?? null;

/** A click on a toast above the dialog doesn't count as a click outside of the dialog. */
const isOnToast = (event: Event) =>
  event.target instanceof Element && event.target.closest('.toasts') !== null;
