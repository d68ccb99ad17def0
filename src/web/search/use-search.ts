import { useMemo } from 'react';
import { useSite } from '../router/router-context.tsx';
import { useOnDemand } from '../ui/on-demand.ts';
import { documentationSearch } from './load-index.ts';
import { recentHits } from './recent-searches.ts';
import { chapterGroup, groupHits, type ResultGroup, recentGroup } from './result-groups.ts';

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
      const recent = recentHits();
      const before = recent.length > 0 ? [recentGroup(recent)] : [];
      return { state: 'ready', groups: [...before, chapterGroup(site)] };
    }
    if (search) return { state: 'ready', groups: groupHits(site, search(query)) };
    return failure ? { state: 'failed', message: failure.message, retry } : { state: 'loading' };
  }, [site, search, failure, retry, query]);
}
