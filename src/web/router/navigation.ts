import { basePaths, withoutTrailingSlashes } from '../../urls.ts';

/**
 * The site's navigation helper. Its functions are those of the specification, although this app calls few of them. Only
 * `openExternal` can leave the site. `show` renders a page without a new document, or returns false.
 */
export function createNavigation(show: (address: string) => boolean) {
  const current = () => pagePath(withoutBase(location.pathname));
  return {
    goTo(path: string): boolean {
      const address = siteAddress(path, location.origin);
      if (address === undefined) return false;
      if (!show(address)) location.assign(address);
      return true;
    },
    openExternal(url: string): boolean {
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return false;
      open(url, '_blank', 'noopener,noreferrer');
      return true;
    },
    scrollToAnchor(anchor: string): boolean {
      const target = document.getElementById(anchor.replace(/^#/, ''));
      target?.scrollIntoView({ block: 'start' });
      return target !== null;
    },
    replace(path: string): boolean {
      const address = siteAddress(path, location.origin);
      if (address === undefined) return false;
      history.replaceState(history.state, '', address);
      return true;
    },
    back: () => history.back(),
    forward: () => history.forward(),
    isAt: (path: string) => current() === pagePath(path),
    /** /docs/mcp is under /docs, and /docs-old is not. */
    isUnder: (parent: string) => `${current()}/`.startsWith(`${withoutTrailingSlashes(pagePath(parent))}/`),
  };
}

/** Returns the link's address without the base path, because pages are at the root. Undefined if it leaves the site. */
export function siteAddress(link: string, origin: string): string | undefined {
  if (!/^[/#?]/.test(link)) return undefined;
  const url = URL.parse(link, `${origin}/`);
  if (url?.origin !== origin) return undefined;
  const path = withoutBase(url.pathname);
  // Removing the base must not expose another host: /api_experience//evil
  return /^\/[/\\]/.test(path) ? undefined : `${path}${url.search}${url.hash}`;
}

export function withoutBase(path: string): string {
  for (const base of basePaths) {
    if (path === base) return '/';
    if (path.startsWith(`${base}/`)) return path.slice(base.length);
  }
  return path;
}

/** A trailing slash means the same page. */
export function pagePath(address: string): string {
  const path = address.replace(/[?#].*$/, '');
  return path.length > 1 ? withoutTrailingSlashes(path) || '/' : path;
}
