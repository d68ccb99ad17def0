import type { PageProps, SiteSummary } from '../../content/contract.ts';
import { isDialogEntry } from '../ui/dialogs/use-back-closes.ts';
import { createStore } from '../ui/store.ts';
import { loadingAfterMs } from '../ui/use-is-slow.ts';
import { loadSections } from './load-page.ts';
import { createNavigation, pagePath, siteAddress, withoutBase } from './navigation.ts';
import { createScrollMemory } from './scroll-memory.ts';
import { placeAt } from './site-map.ts';

export type View = { path: string } & (
  | ({ state: 'ready' } & Pick<PageProps, 'sections' | 'landing' | 'picture'>)
  | { state: 'loading' }
  | { state: 'failed'; message: string }
);

export type Router = ReturnType<typeof createRouter>;

export function createRouter({ site, ...first }: PageProps) {
  const view = createStore<View>({ state: 'ready', ...first });
  let latest = 0;
  let rendersAtOnce = true;
  let settle: (() => void) | undefined;
  const views = new Map<string, Promise<View>>([[first.path, Promise.resolve(view.get())]]);
  const scroll = createScrollMemory();

  /** The landing page's picture and the reset token come only with their own documents. */
  const canShow = (path: string) =>
    views.has(path) || ['docs', 'api-keys', 'account'].includes(placeAt(site, path).kind);

  function load(path: string): Promise<View> {
    const cached = views.get(path);
    if (cached) return cached;
    const loading = loadView(site, path);
    views.set(path, loading);
    // A failure isn't cached, so the next try loads again.
    loading.then((view) => view.state === 'failed' && views.delete(path));
    return loading;
  }

  async function open(path: string, scrollThere: () => void, atOnce = true): Promise<void> {
    const own = ++latest;
    const timer = setTimeout(() => own === latest && view.set({ path, state: 'loading' }), loadingAfterMs);
    const loaded = await load(path);
    clearTimeout(timer);
    if (own !== latest) return;
    settle = scrollThere;
    rendersAtOnce = atOnce;
    if (loaded === view.get()) shown();
    else view.set(loaded);
  }

  /** The app calls this when the view is in the document, because only then can it be scrolled. */
  function shown(): void {
    settle?.();
    settle = undefined;
  }

  /** Returns true if the page is shown without a new document. */
  function goTo(address: string): boolean {
    const path = pagePath(address);
    if (!canShow(path)) return false;
    const url = new URL(address, location.origin);
    // A link to the current address adds no history entry, as in every browser.
    if (url.href === location.href || isDialogEntry()) history.replaceState(scroll.push(), '', address);
    else history.pushState(scroll.push(), '', address);
    void open(path, () => scroll.arrive(url.hash), url.hash !== '');
    return true;
  }

  function onPopState(event: PopStateEvent): void {
    const path = pagePath(withoutBase(location.pathname));
    if (event.state === null) scroll.adopt();
    else if (!canShow(path)) location.reload();
    else {
      scroll.leave();
      void open(path, () => scroll.arrive(location.hash));
    }
  }
  return {
    view,
    navigation: createNavigation(goTo),
    /** Loads the data of a link's page in advance. */
    prefetch(link: string): void {
      const address = siteAddress(link, location.origin);
      if (address !== undefined && canShow(pagePath(address))) void load(pagePath(address));
    },
    retry: () => void open(view.get().path, () => scroll.arrive(location.hash)),
    /** True if the whole page must be rendered at once, because the reader goes to a position in it. */
    rendersAtOnce: () => rendersAtOnce,
    shown,
    /** Handles the browser's own navigation from now on. */
    start(): void {
      scroll.start();
      addEventListener('popstate', onPopState);
    },
  };
}

async function loadView(site: SiteSummary, path: string): Promise<View> {
  const place = placeAt(site, path);
  if (place.kind !== 'docs') return { path, state: 'ready', sections: [] };
  try {
    return { path, state: 'ready', sections: await loadSections(place.page) };
  } catch (error) {
    return { path, state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
