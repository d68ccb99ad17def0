import type MiniSearch from 'minisearch';
import type { SearchEntry, SearchHit } from './search-terms.ts';

const hitsMax = 40;

/** Those that have every word; when there is none, those that have any. A name typed in full comes first. */
export function search(index: MiniSearch<SearchEntry>, query: string): SearchHit[] {
  const all = index.search(query, { combineWith: 'AND' });
  const found = all.length > 0 ? all : index.search(query, { combineWith: 'OR' });
  const isNamed = (hit: SearchHit) => /[_-]/.test(query) && hit.title === query.trim();
  const hits = found as unknown as SearchHit[];
  return [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))].slice(0, hitsMax);
}
