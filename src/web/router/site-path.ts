import { basePaths, withoutSlashesBehind } from '../../urls.ts';

/**
 * The address within this site that a link means, or undefined where it would leave the site.
 * Both spellings of the base path are taken off: the pages live at the root.
 */
export function siteAddress(link: string, origin: string): string | undefined {
  if (!/^[/#?]/.test(link)) return undefined;
  const url = URL.parse(link, `${origin}/`);
  if (url?.origin !== origin) return undefined;
  const path = withoutBase(url.pathname);
  // Taking the base off must not uncover another host: /api_experience//evil
  return /^\/[/\\]/.test(path) ? undefined : `${path}${url.search}${url.hash}`;
}

export function withoutBase(path: string): string {
  for (const base of basePaths) {
    if (path === base) return '/';
    if (path.startsWith(`${base}/`)) return path.slice(base.length);
  }
  return path;
}

/** A trailing slash is the same page. */
export function pagePath(address: string): string {
  const path = address.replace(/[?#].*$/, '');
  return path.length > 1 ? withoutSlashesBehind(path) || '/' : path;
}
