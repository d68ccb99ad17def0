import { ChevronDown } from 'lucide';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

interface CollapsibleProps {
  heightPx: number;
  limit: CollapseLimit;
  children: ReactNode;
}

/** Cuts content that is too tall, with a fade and a toggle. Without JavaScript the content is open. */
export function Collapsible({ heightPx, limit, children }: CollapsibleProps) {
  const [expanded, setExpanded] = useState(false);
  const [isCut, setIsCut] = useState(exceedsLimit(heightPx, limit));
  const id = useId();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // Reading the height at once would force the layout of sections that a phone lays out later.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      // Content on screen must not move, so the estimate stays there.
      if (element.getBoundingClientRect().top > innerHeight)
        setIsCut(exceedsLimit(element.scrollHeight, limit));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [limit]);

  const toggle = () => {
    setExpanded(!expanded);
    // Collapsing far below the top would scroll the reader somewhere else.
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

interface FoldToggleProps {
  expanded: boolean;
  controls: string;
  onToggle: () => void;
  children: ReactNode;
}

export const FoldToggle = ({ expanded, controls, onToggle, children }: FoldToggleProps) => (
  <button
    type="button"
    className="fold-toggle"
    aria-expanded={expanded}
    aria-controls={controls}
    onClick={onToggle}
  >
    <span className="fold-toggle-words">{children}</span>
    <Icon of={ChevronDown} size={15} />
  </button>
);

export interface CollapseLimit {
  /** Taller content is cut at this height. */
  limitPx: number;
  /** Content is not cut if less than this would be hidden. */
  sparePx: number;
}

/** The server and the browser decide by the same counts. Blocks below the screen are measured later. */
export const collapse = {
  code: { limitPx: 300, sparePx: 50 },
  response: { limitPx: 400, sparePx: 0 },
  table: { limitPx: 500, sparePx: 0 },
} as const satisfies Record<string, CollapseLimit>;

const codeLinePx = 22;
const codePaddingPx = 32;

export const exceedsLimit = (heightPx: number, { limitPx, sparePx }: CollapseLimit) =>
  heightPx > limitPx + sparePx;

export const codeHeightPx = (text: string): number =>
  text.trimEnd().split('\n').length * codeLinePx + codePaddingPx;
