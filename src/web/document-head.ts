import { markdownOf } from '../urls.ts';
import type { PageHead } from './site-map.ts';

/** After a move the head says what it would say had the page been loaded. */
export function updateHead({ title, description }: PageHead, path: string): void {
  document.title = title;
  set('meta[name="description"]', 'content', description);
  set('meta[property="og:title"]', 'content', title);
  set('meta[property="og:description"]', 'content', description);
  set('link[rel="canonical"]', 'href', new URL(path, canonicalOrigin()).href);
  set('link[rel="alternate"][type="text/markdown"]', 'href', markdownOf(path));
}

function set(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}

function canonicalOrigin(): string {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return canonical ? new URL(canonical.href).origin : location.origin;
}
