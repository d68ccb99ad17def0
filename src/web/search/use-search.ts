import MiniSearch from 'minisearch';
import { useMemo } from 'react';
import { type SearchHit, search, searchOptions } from '../../content/search.ts';
import { searchIndex } from '../../urls.ts';
import { fetchText } from '../router/load-page.ts';
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
      const recent = hits.length > 0 ? [{ key: 'recent', titles: ['Recent'], hits }] : [];
      return { state: 'ready', groups: [...recent, chapterGroup(site)] };
    }
    if (search) return { state: 'ready', groups: groupHits(site, search(query)) };
    return failure ? { state: 'failed', message: failure.message, retry } : { state: 'loading' };
  }, [site, search, failure, retry, query]);
}

export const documentationSearch = onDemand(async () => {
  const text = await fetchText(searchIndex, (reason) => new Error(reason));
  const index = await MiniSearch.loadJSONAsync(text, searchOptions);
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

const isHit = (value: unknown): value is SearchHit =>
  value instanceof Object &&
  'title' in value &&
  typeof value.title === 'string' &&
  'href' in value &&
  typeof value.href === 'string' &&
  value.href.startsWith('/docs') &&
  'terms' in value &&
  Array.isArray(value.terms);
