import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type CollapseLimit, isTaller } from './collapse.ts';
import { FoldToggle } from './fold-toggle.tsx';

interface CollapsibleProps {
  /** An estimate. */
  heightPx: number;
  limit: CollapseLimit;
  children: ReactNode;
}

/** Cuts what is too tall, with a fade and a toggle; open where there is no scripting. */
export function Collapsible({ heightPx, limit, children }: CollapsibleProps) {
  const [expanded, setExpanded] = useState(false);
  const [isCut, setIsCut] = useState(isTaller(heightPx, limit));
  const id = useId();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = box.current;
    // What is in sight must not move any more: there the estimate holds.
    if (element && element.getBoundingClientRect().top > innerHeight)
      setIsCut(isTaller(element.scrollHeight, limit));
  }, [limit]);

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
        className={isCut ? 'folded' : undefined}
        data-expanded={expanded || undefined}
        style={{ '--fold-height': `${limit.limitPx}px` } as CSSProperties}
      >
        {children}
      </div>
      {isCut && (
        <FoldToggle expanded={expanded} controls={id} onToggle={toggle}>
          {expanded ? 'Show less' : 'Show more'}
        </FoldToggle>
      )}
    </>
  );
}
