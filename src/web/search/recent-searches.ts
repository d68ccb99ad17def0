import type { SearchHit } from '../../content/search-terms.ts';

const storageKey = 'recent-searches';
const recentMax = 5;

/** What was opened from the search last, newest first. */
export function recentHits(): SearchHit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isHit) : [];
  } catch {
    // Without storage, or with something else in it, nothing is remembered.
    return [];
  }
}

export function rememberHit(hit: SearchHit): void {
  const others = recentHits().filter(({ href, title }) => href !== hit.href || title !== hit.title);
  try {
    localStorage.setItem(storageKey, JSON.stringify([{ ...hit, terms: [] }, ...others].slice(0, recentMax)));
  } catch {
    // The next search starts without it.
  }
}

function isHit(value: unknown): value is SearchHit {
  const { title, href, terms } = (value ?? {}) as Partial<SearchHit>;
  return (
    typeof title === 'string' && typeof href === 'string' && href.startsWith('/docs') && Array.isArray(terms)
  );
}
