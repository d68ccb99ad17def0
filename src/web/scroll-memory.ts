/** Where the reader was on each entry of the history, so that back and forward return there. */
export interface ScrollMemory {
  leave(): void;
  /** The state for a new entry of the history. */
  nextState(): { entry: number };
  /** Call when the page is on screen. */
  arrive(hash: string): void;
  start(): () => void;
}

export function createScrollMemory(): ScrollMemory {
  const positions = new Map<number, number>();
  let current = 0;
  let newest = 0;

  return {
    leave() {
      positions.set(current, scrollY);
    },
    nextState() {
      current = ++newest;
      return { entry: current };
    },
    arrive(hash) {
      current = entryOf(history.state) ?? 0;
      const known = positions.get(current);
      if (known !== undefined) scrollTo({ top: known, behavior: 'instant' });
      else if (!showAnchor(hash)) scrollTo({ top: 0, behavior: 'instant' });
    },
    start() {
      newest = entryOf(history.state) ?? 0;
      current = newest;
      history.scrollRestoration = 'manual';
      // A reload is restored by the browser, which does it before the first paint.
      const letBrowserRestore = () => {
        history.scrollRestoration = 'auto';
      };
      addEventListener('pagehide', letBrowserRestore);
      return () => {
        letBrowserRestore();
        removeEventListener('pagehide', letBrowserRestore);
      };
    },
  };
}

function showAnchor(hash: string): boolean {
  const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  target?.scrollIntoView({ block: 'start', behavior: 'instant' });
  return target !== null;
}

function entryOf(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'number'
    ? state.entry
    : undefined;
}
