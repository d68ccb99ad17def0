import { type RefObject, useLayoutEffect, useState } from 'react';

/** How wide an element is, in whole pixels: what is drawn one to one has letters of the right size. */
export function useWidth(element: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => setWidth(Math.round(node.clientWidth) || first);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, first]);
  return width;
}
