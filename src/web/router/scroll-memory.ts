import { findPlace } from '../ui/anchor-target.ts';

/** Where the reader was on each entry of the history, so that back and forward return there. */
interface ScrollMemory {
  /** A new entry of the history is about to be pushed; returns its state. */
  push(): { entry: number };
  /** The browser has moved to another entry; the page may take a while. */
  leave(): void;
  /** The browser made an entry by itself: a link to an anchor on this page. It has scrolled there, too. */
  adopt(): void;
  /** Call when the page is on screen. */
  arrive(hash: string): void;
  start(): () => void;
}

export function createScrollMemory(): ScrollMemory {
  const positions = new Map<number, Position>();
  let current = 0;
  let newest = 0;
  // Between two pages a scroll belongs to neither.
  let moving = false;

  const remember = () => {
    if (!moving) positions.set(current, { top: scrollY });
  };
  /** The event of the last scroll may still be on its way. */
  const leave = () => {
    if (!moving) positions.set(current, { top: scrollY, below: headingInView() });
    moving = true;
  };
  const next = () => {
    newest += 1;
    current = newest;
    return { entry: current };
  };

  return {
    push() {
      leave();
      return next();
    },
    leave,
    adopt() {
      history.replaceState(next(), '');
    },
    arrive(hash) {
      current = entryOf(history.state) ?? current;
      moving = false;
      const known = positions.get(current);
      if (known !== undefined) scrollTo({ top: topOf(known), behavior: 'instant' });
      else if (!showAnchor(hash)) scrollTo({ top: 0, behavior: 'instant' });
      // Showing an anchor may have been taken for a link to it, and the entry been given another number.
      current = entryOf(history.state) ?? current;
    },
    start() {
      // Numbers given before a reload must not come again.
      newest = Date.now();
      const known = entryOf(history.state);
      if (known === undefined) history.replaceState(next(), '');
      else current = known;
      history.scrollRestoration = 'manual';
      // A reload is restored by the browser, which does it before the first paint.
      const letBrowserRestore = () => {
        history.scrollRestoration = 'auto';
      };
      addEventListener('scroll', remember, { passive: true });
      addEventListener('pagehide', letBrowserRestore);
      return () => {
        letBrowserRestore();
        removeEventListener('scroll', remember);
        removeEventListener('pagehide', letBrowserRestore);
      };
    },
  };
}

/** How far down, and where that is by the nearest heading: the page above it may be shorter, its pictures yet to come. */
interface Position {
  top: number;
  below?: { id: string; distance: number } | undefined;
}

function headingInView(): Position['below'] {
  const headings = [...document.querySelectorAll('main :is(h2, h3)[id]')];
  const last = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 2);
  return last && { id: last.id, distance: -last.getBoundingClientRect().top };
}

function topOf({ top, below }: Position): number {
  const heading = below && document.getElementById(below.id);
  return heading ? scrollY + heading.getBoundingClientRect().top + below.distance : top;
}

function showAnchor(hash: string): boolean {
  const target = findPlace(hash);
  if (!target) return false;
  makeTarget(target, hash);
  target.scrollIntoView({ block: 'start', behavior: 'instant' });
  // The keyboard and a screen reader go on from there.
  target.focus({ preventScroll: true });
  return true;
}

/** `pushState` leaves `:target` where it was; a folded part opens for the target alone. */
function makeTarget(element: HTMLElement, hash: string): void {
  if (element.matches(':target')) return;
  const { state } = history;
  location.replace(hash);
  history.replaceState(state, '', location.href);
}

function entryOf(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'number'
    ? state.entry
    : undefined;
}
