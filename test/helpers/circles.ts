export interface Arrow {
  from: string;
  to: string;
}

/** The arrows on a circle, or on a way from one circle to another: none where everything has an order. */
export function arrowsInCircles(arrows: Arrow[]): Arrow[] {
  const starts = new Set(arrows.map(({ from }) => from));
  const ends = new Set(arrows.map(({ to }) => to));
  const left = arrows.filter(({ from, to }) => starts.has(to) && ends.has(from));
  return left.length === arrows.length ? left : arrowsInCircles(left);
}
