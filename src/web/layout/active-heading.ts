const scrollOffsetPx = 100;

interface ScrollState {
  /** The tops of the headings, in order, measured from the top of the window. */
  topsPx: number[];
  scrolledPx: number;
  windowPx: number;
  pagePx: number;
}

/** The index of the heading being read: the last one above the offset; the last of all at the page's end. */
export function activeHeading({ topsPx, scrolledPx, windowPx, pagePx }: ScrollState): number {
  const atEnd = scrolledPx > 0 && scrolledPx + windowPx >= pagePx - 2;
  if (atEnd) return topsPx.length - 1;
  return Math.max(
    0,
    topsPx.findLastIndex((top) => top <= scrollOffsetPx),
  );
}
