import MiniSearch from 'minisearch';
import { search } from '../../content/search.ts';
import { type SearchHit, searchOptions } from '../../content/search-terms.ts';
import { statusText } from '../../content/status-text.ts';
import { searchIndex } from '../../urls.ts';
import { onDemand } from '../ui/on-demand.ts';
import { ownPages } from './own-pages.ts';

type Search = (query: string) => SearchHit[];

export const documentationSearch = onDemand(fetchIndex);

async function fetchIndex(): Promise<Search> {
  const response = await fetch(searchIndex).catch(() => {
    throw new Error('Network Error');
  });
  if (!response.ok) throw new Error(statusText(response.status));
  const index = await MiniSearch.loadJSONAsync(await response.text(), searchOptions);
  index.addAll(ownPages);
  return (query) => search(index, query);
}
