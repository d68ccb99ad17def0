import { ChevronDown } from 'lucide';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

const linksCode = onDemand(() => import('./open-in-links.tsx'));

/** Beside "Copy for LLM": other ways to take the page to an assistant. */
export function OpenIn({ path }: { path: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { value: code } = useOnDemand(linksCode, open);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      setOpen(false);
      button.current?.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !open) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
    stops.at((stops.indexOf(document.activeElement as HTMLElement) + step) % stops.length)?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of what is in it
    <div className="open-in" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label="Open in"
        aria-expanded={open}
        aria-controls={id}
        title="Open this page elsewhere"
        onClick={() => setOpen(!open)}
        onPointerEnter={() => void linksCode.load().catch(() => {})}
      >
        <Icon of={ChevronDown} size={15} />
      </button>
      <div id={id} className="open-in-list" hidden={!open || !code}>
        {open && code && <code.OpenInLinks path={path} />}
      </div>
    </div>
  );
}
