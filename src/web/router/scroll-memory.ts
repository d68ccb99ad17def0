import { findAnchorTarget, showLinkedPart } from '../ui/anchor-target.ts';

/** Stores the scroll position of each history entry, so that Back and Forward return to it. */
export function createScrollMemory() {
  const positions = new Map<number, Position>();
  let current = 0;
  let newest = 0;
  // A scroll between two pages belongs to neither.
  let moving = false;

  const remember = () => {
    if (!moving) positions.set(current, { top: scrollY });
  };
  /** Called when the browser moves to another entry. The last scroll event may not have arrived yet. */
  const leave = () => {
    if (!moving) positions.set(current, { top: scrollY, below: headingInView() });
    moving = true;
  };
  const next = () => {
    current = ++newest;
    return { entry: current };
  };
  return {
    /** Called before a new entry is pushed. Returns its state. */
    push() {
      leave();
      return next();
    },
    leave,
    /** Called when the browser added an entry itself, for a link to an anchor on this page. */
    adopt: () => history.replaceState(next(), ''),
    /** Called when the page is on screen. */
    arrive(hash: string) {
      current = entryOf(history.state) ?? current;
      moving = false;
      const known = positions.get(current);
      if (known !== undefined) scrollTo({ top: topOf(known), behavior: 'instant' });
      else if (!showAnchor(hash) && !showLinkedPart()) scrollTo({ top: 0, behavior: 'instant' });
      // Showing an anchor may have added an entry with another number.
      current = entryOf(history.state) ?? current;
    },
    start(): void {
      // Numbers from before a reload must not be used again.
      newest = Date.now();
      const known = entryOf(history.state);
      if (known === undefined) history.replaceState(next(), '');
      else current = known;
      history.scrollRestoration = 'manual';
      // After a reload the browser restores the position, before the first paint.
      addEventListener('pagehide', () => {
        history.scrollRestoration = 'auto';
      });
      addEventListener('scroll', remember, { passive: true });
    },
  };
}

/** The position relative to the nearest heading stays right if pictures above it haven't loaded yet. */
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
  const target = findAnchorTarget(hash);
  if (!target) return false;
  // `pushState` doesn't update `:target`, and collapsed content opens only for the target.
  if (!target.matches(':target')) {
    const { state } = history;
    location.replace(hash);
    history.replaceState(state, '', location.href);
  }
  target.scrollIntoView({ block: 'start', behavior: 'instant' });
  // The keyboard and screen readers continue from the target.
  target.focus({ preventScroll: true });
  return true;
}

const entryOf = (state: { entry?: unknown } | null): number | undefined =>
  typeof state?.entry === 'number' ? state.entry : undefined;
