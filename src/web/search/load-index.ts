import MiniSearch from 'minisearch';
import { search } from '../../content/search.ts';
import { type SearchEntry, type SearchHit, searchOptions } from '../../content/search-terms.ts';
import { statusText } from '../../content/status-text.ts';
import { pages, searchIndex } from '../../urls.ts';
import { onDemand } from '../ui/on-demand.ts';

type Search = (query: string) => SearchHit[];

export const documentationSearch = onDemand(fetchIndex);

async function fetchIndex(): Promise<Search> {
  const response = await fetch(searchIndex).catch(() => {
    throw new Error('Network Error');
  });
  if (!response.ok) throw new Error(statusText(response.status));
  const index = await MiniSearch.loadJSONAsync(await response.text(), searchOptions);
  index.add(apiKeysEntry);
  return (query) => search(index, query);
}

/** A page of the portal that is no documentation. */
const apiKeysEntry: SearchEntry = {
  id: -1,
  kind: 'page',
  title: 'API Keys',
  code: '',
  context: '',
  around: '',
  text: '',
  href: pages.apiKeys,
  excerpt: 'Create, rename and delete your API keys.',
};
