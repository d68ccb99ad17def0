import { useCallback, useEffect, useRef, useState } from 'react';
import { activeHeading } from './active-heading.ts';

/** Long enough for the jump that a click causes to be over. */
const settleMs = 120;

/** A clicked entry is the active one until the reader scrolls on. */
export function useActiveHeading(anchors: string[]): { active: number; choose: (index: number) => void } {
  const [active, setActive] = useState(0);
  const chosen = useRef<{ settling: boolean; timer: ReturnType<typeof setTimeout> }>(undefined);

  const settle = useCallback(() => {
    clearTimeout(chosen.current?.timer);
    const timer = setTimeout(() => {
      if (chosen.current) chosen.current.settling = false;
    }, settleMs);
    chosen.current = { settling: true, timer };
  }, []);

  const names = anchors.join(' ');
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      // Measuring lays out all that lies above a heading, and a page has just begun.
      if (scrollY === 0) return setActive(0);
      const headings = names.split(' ').map((anchor) => document.getElementById(anchor));
      setActive(
        activeHeading({
          topsPx: headings.map((heading) => heading?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY),
          scrolledPx: scrollY,
          windowPx: innerHeight,
          pagePx: document.documentElement.scrollHeight,
        }),
      );
    };
    const onScroll = () => {
      if (chosen.current?.settling) return settle();
      chosen.current = undefined;
      frame ||= requestAnimationFrame(measure);
    };
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(chosen.current?.timer);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [names, settle]);

  const choose = useCallback(
    (index: number) => {
      settle();
      setActive(index);
    },
    [settle],
  );
  return { active, choose };
}
