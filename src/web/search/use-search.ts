import MiniSearch from 'minisearch';
import { useMemo } from 'react';
import type { SiteSummary } from '../../content/contract.ts';
import { type SearchEntry, type SearchHit, search, searchOptions } from '../../content/search.ts';
import { pages, searchIndex } from '../../urls.ts';
import { fetchText } from '../router/load-page.ts';
import { pagePath } from '../router/navigation.ts';
import { useSite } from '../router/router-context.tsx';
import { placeAt } from '../router/site-map.ts';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

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
  return (query: string, options?: Parameters<typeof search>[2]) => search(index, query, options);
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

interface ResultGroup {
  /** The path of the page, or the name of the shared parameter. */
  key: string;
  /** The chapter and page titles, or only the chapter's if it has a single page. */
  titles: string[];
  hits: SearchHit[];
}

const maxGroups = 6;
const maxHits = 4;
/** From this count on, equal names are listed by endpoint. */
const minEquals = 3;

/** Groups hits by page, the page with the best hit first. A parameter that many endpoints share has its own group. */
export function groupHits(site: SiteSummary, hits: SearchHit[]): ResultGroup[] {
  const equals = Map.groupBy(hits, (hit) => (hit.kind === 'parameter' && hit.context ? hit.title : ''));
  const isShared = (hit: SearchHit) =>
    hit.kind === 'parameter' && (equals.get(hit.title)?.length ?? 0) >= minEquals;
  return [...Map.groupBy(hits, (hit) => (isShared(hit) ? hit.title : pagePath(hit.href)))]
    .slice(0, maxGroups)
    .map(([key, found]) => {
      if (key.startsWith('/')) return { key, titles: titlesOf(site, key), hits: found.slice(0, maxHits) };
      const hits = found.slice(0, 2 * maxHits).map((hit) => ({ ...hit, title: hit.context, context: '' }));
      return { key, titles: [key], hits };
    });
}

function titlesOf(site: SiteSummary, path: string): string[] {
  const place = placeAt(site, path);
  if (place.kind !== 'docs') return [ownPages.find(({ href }) => href === path)?.title ?? ''];
  const { group, page } = place;
  if (!group) return [page.title];
  return group.pages.length === 1 ? [group.title] : [group.title, page.title];
}

/** Each chapter's first page is listed before anything is typed. */
export function chapterGroup({ navigation }: SiteSummary): ResultGroup {
  const hits = navigation.flatMap(({ title, pages }) =>
    pages.slice(0, 1).map(({ path, description }): SearchHit => {
      return { kind: 'page', title, code: '', context: '', href: path, excerpt: description, terms: [] };
    }),
  );
  return { key: 'chapters', titles: ['Chapters'], hits };
}

const ownPage = { kind: 'page', code: '', context: '', around: '', text: '' } as const;

/** The portal's own pages are not part of the documentation's index. */
export const ownPages: SearchEntry[] = [
  {
    ...ownPage,
    id: -1,
    title: 'API Keys',
    href: pages.apiKeys,
    excerpt: "Create, rotate and delete your API keys, and see how they're used.",
    also: 'rotate rotation lost secret credentials client ID usage refusals denials expiry',
  },
  {
    ...ownPage,
    id: -2,
    title: 'Account',
    href: pages.account,
    excerpt: 'Your name, email, password and sessions. Download or delete your data.',
    also: 'password session sign out export delete account close profile settings change name email address',
  },
];
