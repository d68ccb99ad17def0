import { useEffect, useMemo, useState } from 'react';
import { useSite } from '../router/router-context.tsx';
import { loadSearch, type Search } from './load-index.ts';
import { chapterGroup, groupHits, type ResultGroup } from './result-groups.ts';

export type SearchResults =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; groups: ResultGroup[] };

export function useSearch(query: string): SearchResults {
  const site = useSite();
  const [search, setSearch] = useState<Search>();
  const [message, setMessage] = useState<string>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is a new load
  useEffect(() => {
    let shown = true;
    loadSearch().then(
      (loaded) => shown && setSearch(() => loaded),
      (error: Error) => shown && setMessage(error.message),
    );
    return () => {
      shown = false;
    };
  }, [tries]);

  return useMemo(() => {
    // One letter matches nearly everything.
    if (query.trim().length < 2) return { state: 'ready', groups: [chapterGroup(site)] };
    if (search) return { state: 'ready', groups: groupHits(site, search(query)) };
    if (message === undefined) return { state: 'loading' };
    const retry = () => {
      setMessage(undefined);
      setTries((before) => before + 1);
    };
    return { state: 'failed', message, retry };
  }, [site, search, message, query]);
}
