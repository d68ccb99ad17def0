import MiniSearch from 'minisearch';
import { type SearchEntry, searchOptions } from '../search-terms.ts';
import type { Site } from '../site.ts';
import { searchEntries } from './search-entries.ts';

const indexes = new WeakMap<Site, MiniSearch<SearchEntry>>();

/** Serialised, it is what the browser loads when someone first searches. Made once for a site. */
export function createSearchIndex(site: Site): MiniSearch<SearchEntry> {
  const known = indexes.get(site);
  if (known) return known;
  const index = new MiniSearch(searchOptions);
  index.addAll(searchEntries(site));
  indexes.set(site, index);
  return index;
}
