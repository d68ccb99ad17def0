import { ChevronDown } from 'lucide';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Section } from '../../content/contract.ts';
import { type Heading, outlineOf } from '../../content/outline.ts';
import { Icon } from '../ui/icon.tsx';

/**
 * The h2 headings, of which exactly one is current. Below it are links to its h3 headings.
 * From 1280 px this is a list, below that a rail of dots with tooltips, and on a phone a bar that unfolds. */
export function OnThisPage({ sections }: { sections: Section[] }) {
  const outline = useMemo(() => outlineOf(sections), [sections]);
  const id = useId();
  const [open, setOpen] = useState(false);
  const { active, choose } = useActiveHeading(outline);
  const current = outline[active];
  if (!current) return null;

  const go = (entry: Heading) => {
    choose(outline.findIndex(({ anchor }) => anchor === entry.anchor));
    setOpen(false);
  };
  return (
    <nav className="on-this-page" aria-label="On this page" data-open={open || undefined}>
      <p className="on-this-page-title" aria-hidden="true">
        On this page
      </p>
      <button
        type="button"
        className="on-this-page-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        On this page
        <span className="on-this-page-reading">{current.title}</span>
        <Icon of={ChevronDown} size={16} />
      </button>
      <ul id={id}>
        {outline.map((entry) => (
          <li key={entry.anchor}>
            <Entry heading={entry} isCurrent={entry === current} onChoose={() => go(entry)} />
            {entry === current && entry.below.length > 0 && (
              <ul className="on-this-page-below">
                {entry.below.map((part) => (
                  <li key={part.anchor}>
                    <Entry heading={part} onChoose={() => go(entry)} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface EntryProps {
  heading: Heading;
  isCurrent?: boolean;
  onChoose: () => void;
}

const Entry = ({ heading, isCurrent = false, onChoose }: EntryProps) => (
  <a
    href={`#${heading.anchor}`}
    className="on-this-page-entry"
    aria-current={isCurrent ? 'true' : undefined}
    onClick={onChoose}
  >
    <span className="on-this-page-dot" />
    <span className="on-this-page-words">{heading.title}</span>
  </a>
);

/** The scrolling that a click causes pauses for less than this time. */
const settleMs = 120;

/** A clicked entry stays active until the reader scrolls. */
function useActiveHeading(headings: Heading[]) {
  const [active, setActive] = useState(0);
  const settledAtMs = useRef(0);

  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      // Measuring would lay out the whole page, which has just been opened.
      if (scrollY === 0) return setActive(0);
      const elements = headings.map(({ anchor }) => document.getElementById(anchor));
      setActive(
        activeHeading({
          topsPx: elements.map((element) => element?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY),
          scrolledPx: scrollY,
          windowPx: innerHeight,
          pagePx: document.documentElement.scrollHeight,
          jumpPx: Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
        }),
      );
    };
    const onScroll = () => {
      const nowMs = performance.now();
      if (nowMs < settledAtMs.current) settledAtMs.current = nowMs + settleMs;
      else frame ||= requestAnimationFrame(measure);
    };
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [headings]);

  const choose = (index: number) => {
    settledAtMs.current = performance.now() + settleMs;
    setActive(index);
  };
  return { active, choose };
}

const scrollOffsetPx = 100;

interface ScrollState {
  /** Measured from the top of the window, in page order. */
  topsPx: number[];
  scrolledPx: number;
  windowPx: number;
  pagePx: number;
  /** Where a link puts its heading. On a phone it is below the offset, because two bars cover the top of the page. */
  jumpPx: number;
}

/** Returns the index of the last heading above the offset, or of the last heading at the end of the page. */
export function activeHeading({ topsPx, scrolledPx, windowPx, pagePx, jumpPx }: ScrollState): number {
  const isAtEnd = scrolledPx > 0 && scrolledPx + windowPx >= pagePx - 2;
  // A heading stops up to a pixel below the place where the link puts it.
  const offsetPx = Math.max(scrollOffsetPx, jumpPx + 1);
  const last = isAtEnd ? topsPx.length - 1 : topsPx.findLastIndex((top) => top <= offsetPx);
  return Math.max(0, last);
}
