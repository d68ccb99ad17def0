import { ChevronDown } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import { isTaller } from './collapse.ts';

interface CollapsibleProps {
  heightPx: number;
  limitPx: number;
  children: ReactNode;
}

/** Cuts what is too tall, with a fade and a toggle; open where there is no scripting. */
export function Collapsible({ heightPx, limitPx, children }: CollapsibleProps) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  if (!isTaller(heightPx, limitPx)) return children;

  const toggle = () => {
    setExpanded(!expanded);
    // Collapsing from far below would leave the reader somewhere else.
    if (expanded && (box.current?.getBoundingClientRect().top ?? 0) < 0) {
      box.current?.scrollIntoView({ block: 'start' });
    }
  };

  return (
    <>
      <div
        ref={box}
        id={id}
        className="folded"
        data-expanded={expanded || undefined}
        style={{ '--fold-height': `${limitPx}px` } as CSSProperties}
      >
        {children}
      </div>
      <button
        type="button"
        className="fold-toggle"
        aria-expanded={expanded}
        aria-controls={id}
        onClick={toggle}
      >
        {expanded ? 'Show less' : 'Show more'}
        <ChevronDown size={15} aria-hidden="true" />
      </button>
    </>
  );
}
