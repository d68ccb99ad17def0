interface SearchWriter {
  write(search: string, how: 'push' | 'replace'): void;
  stop(): void;
}

/** Browsers take a hundred changes of the address in half a minute; a cursor that is held down makes more. */
const WRITE_AFTER_MS = 150;

/** Keeps the end of the address up to date while the page stays. */
export function createSearchWriter(): SearchWriter {
  const page = location.pathname;
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (waiting !== undefined && location.pathname === page)
      history.replaceState(history.state, '', page + waiting + location.hash);
    waiting = undefined;
  };
  return {
    write(search, how) {
      if (location.pathname !== page) return;
      if (how === 'push' && search !== location.search) {
        flush();
        history.pushState(null, '', page + search);
        return;
      }
      waiting = search;
      clearTimeout(timer);
      timer = setTimeout(flush, WRITE_AFTER_MS);
    },
    stop: flush,
  };
}
