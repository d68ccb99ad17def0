import type { SiteSummary } from '../../content/contract.ts';
import type { SearchEntry, SearchHit } from '../../content/search.ts';
import { pages } from '../../urls.ts';
import { pagePath } from '../router/navigation.ts';
import { placeAt } from '../router/site-map.ts';

export interface ResultGroup {
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
    also: 'rotate rotation secret credentials client ID usage refusals denials expiry',
  },
  {
    ...ownPage,
    id: -2,
    title: 'Account',
    href: pages.account,
    excerpt: 'Your name, email, password and sessions. Download or delete your data.',
    also: 'password session sign out export delete account close profile settings change name email',
  },
];
