import { type RefObject, useEffect, useRef } from 'react';
import type { Point } from '../../pictures/geometry.ts';
import { timeCursorId } from './time-cursor.tsx';

/**
 * Where in a picture a click falls, in the picture's own units, and how many of these a pixel is. A way beside the
 * keyboard's own, which is the time cursor and the list of balloons.
 */
export function useClickPlace(
  figure: RefObject<HTMLElement | null>,
  onClick: (place: Point, unitsPerPixel: number) => void,
): void {
  const latest = useRef(onClick);
  latest.current = onClick;
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      const svg = event.target instanceof Element ? event.target.closest('svg') : null;
      if (svg?.getAttribute('role') !== 'img') return;
      const box = svg.getBoundingClientRect();
      const unitsPerPixel = svg.viewBox.baseVal.width / box.width;
      const place = {
        x: (event.clientX - box.left) * unitsPerPixel,
        y: (event.clientY - box.top) * unitsPerPixel,
      };
      latest.current(place, unitsPerPixel);
      // The keyboard goes on from there.
      document.getElementById(timeCursorId)?.focus({ preventScroll: true });
    };
    const element = figure.current;
    element?.addEventListener('click', listen);
    return () => element?.removeEventListener('click', listen);
  }, [figure]);
}
