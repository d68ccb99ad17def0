import { countFitting } from './fitting-parameters.ts';

type OnCount = (count: number) => void;

/** One observer measures all lists of a page, so that the page is laid out once more and not once for each. */
let observer: ResizeObserver | undefined;
const lists = new WeakMap<Element, { widthPx: number; onCount: OnCount }>();

/**
 * Calls back with the number of parameters that fit. A list that the reader may already see keeps its estimate, because
 * the page would shift; a window that changes its width moves everything anyway.
 */
export function measureFitting(list: Element, onCount: OnCount): () => void {
  lists.set(list, { widthPx: list.clientWidth, onCount });
  observer ??= new ResizeObserver((entries) => measureAll(entries.map(({ target }) => target)));
  observer.observe(list);
  return () => observer?.unobserve(list);
}

function measureAll(changed: Element[]): void {
  const free = changed.filter((list) => {
    const known = lists.get(list);
    if (!known) return false;
    const isReflowed = list.clientWidth !== known.widthPx;
    known.widthPx = list.clientWidth;
    return isReflowed || list.getBoundingClientRect().top > innerHeight;
  });
  for (const list of free) list.toggleAttribute('data-measuring', true);
  const counts = free.map((list) => countFitting(measureEnds(list)));
  for (const list of free) list.toggleAttribute('data-measuring', false);
  for (const [index, list] of free.entries()) lists.get(list)?.onCount(counts[index]!);
}

/** A parameter ends where the next one begins, and the parameters around both end below it. */
function measureEnds(list: Element): number[] {
  const { top, bottom } = list.getBoundingClientRect();
  const entries = [...list.querySelectorAll('.parameter-entry')];
  return entries.map((_, index) => {
    const next = entries[index + 1];
    if (!next) return bottom - top;
    const around = entries.filter((entry) => entry !== next && entry.contains(next));
    return next.getBoundingClientRect().top - top + around.length * parentEndPx;
  });
}

/** The padding and the border below nested parameters, less their margin. */
const parentEndPx = 9;
