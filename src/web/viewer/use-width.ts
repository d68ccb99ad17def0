import { type RefObject, useEffect, useState } from 'react';

/**
 * How wide an element is, in whole pixels: what is drawn one to one has letters of the right size. Until it is there,
 * as wide as the place it is put into. The browser tells when it has laid it out; asking would make it do so at once.
 */
export function useWidth(element: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(() => document.querySelector('.viewer-slot')?.clientWidth || first);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const observer = new ResizeObserver(() => setWidth(Math.round(node.clientWidth) || first));
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, first]);
  return width;
}
