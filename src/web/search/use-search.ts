import MiniSearch from 'minisearch';
import { useMemo } from 'react';
import { statusText } from '../../content/page-text.ts';
import { type SearchHit, search, searchOptions } from '../../content/search.ts';
import { searchIndex } from '../../urls.ts';
import { useSite } from '../router/router-context.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { chapterGroup, groupHits, ownPages, type ResultGroup } from './result-groups.ts';

export type SearchResults =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; groups: ResultGroup[] };

export function useSearch(query: string): SearchResults {
  const site = useSite();
  const { value: search, failure, retry } = useOnDemand(documentationSearch, true);
  return useMemo(() => {
    // One letter matches nearly everything.
    if (query.trim().length < 2) {
      const hits = recentHits();
      const recent = hits.length > 0 ? [{ path: 'recent', titles: ['Recent'], hits }] : [];
      return { state: 'ready', groups: [...recent, chapterGroup(site)] };
    }
    if (search) return { state: 'ready', groups: groupHits(site, search(query)) };
    return failure ? { state: 'failed', message: failure.message, retry } : { state: 'loading' };
  }, [site, search, failure, retry, query]);
}

export const documentationSearch = onDemand(async () => {
  const response = await fetch(searchIndex).catch(() => {
    throw new Error('Network Error');
  });
  if (!response.ok) throw new Error(statusText(response.status));
  const index = await MiniSearch.loadJSONAsync(await response.text(), searchOptions);
  index.addAll(ownPages);
  return (query: string) => search(index, query);
});

const storageKey = 'recent-searches';
const maxRecent = 5;

function recentHits(): SearchHit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isHit) : [];
  } catch {
    // Without storage, or with other data in it, there are no recent hits.
    return [];
  }
}

export function rememberHit(hit: SearchHit): void {
  const others = recentHits().filter(({ href, title }) => href !== hit.href || title !== hit.title);
  try {
    localStorage.setItem(storageKey, JSON.stringify([{ ...hit, terms: [] }, ...others].slice(0, maxRecent)));
  } catch {
    // The next search starts without this hit.
  }
}

function isHit(value: unknown): value is SearchHit {
  const { title, href, terms } = (value ?? {}) as Partial<SearchHit>;
  return (
    typeof title === 'string' && typeof href === 'string' && href.startsWith('/docs') && Array.isArray(terms)
  );
}
