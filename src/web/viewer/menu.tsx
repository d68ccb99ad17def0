import type { IconNode } from 'lucide';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';

interface MenuProps {
  label: string;
  icon: IconNode;
  size?: number;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button with a panel, which is rendered only while it is open. It closes on Escape and when the focus leaves it. */
export function Menu({ label, icon, size = 18, className = '', children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const focusButton = () => menu.current?.querySelector('button')?.focus();
  const close = () => {
    setOpen(false);
    focusButton();
  };
  // A click on something that takes no focus also closes the panel.
  useEffect(() => {
    if (!isOpen) return;
    const listen = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !menu.current?.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events come from the button and the panel
    <div ref={menu} className={`viewer-settings ${className}`} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        aria-expanded={isOpen}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={icon} size={size} />
      </button>
      {isOpen && (
        <div className="viewer-settings-panel">
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}
