import type { SiteSummary } from '../../content/contract.ts';
import type { SearchEntry, SearchHit } from '../../content/search-terms.ts';
import { pages } from '../../urls.ts';
import { pagePath } from '../router/navigation.ts';
import { placeAt } from '../router/site-map.ts';

export interface ResultGroup {
  path: string;
  /** The chapter and the page; the chapter alone where it has only one page. */
  titles: string[];
  hits: SearchHit[];
}

const groupsMax = 6;
const hitsMax = 4;
/** So many equal names are told apart by where they stand. */
const equalsMin = 3;

/** By page, the page with the best hit first; a parameter that many endpoints have stands by itself. */
export function groupHits(site: SiteSummary, hits: SearchHit[]): ResultGroup[] {
  const equals = Map.groupBy(hits, (hit) => (hit.kind === 'parameter' && hit.context ? hit.title : ''));
  const isShared = (hit: SearchHit) =>
    hit.kind === 'parameter' && (equals.get(hit.title)?.length ?? 0) >= equalsMin;
  return [...Map.groupBy(hits, (hit) => (isShared(hit) ? hit.title : pagePath(hit.href)))]
    .slice(0, groupsMax)
    .map(([path, found]) =>
      found[0] && isShared(found[0])
        ? { path, titles: [path], hits: found.slice(0, 2 * hitsMax).map(byPlace) }
        : { path, titles: titlesOf(site, path), hits: found.slice(0, hitsMax) },
    );
}

const byPlace = (hit: SearchHit): SearchHit => ({ ...hit, title: hit.context, context: '' });

function titlesOf(site: SiteSummary, path: string): string[] {
  const place = placeAt(site, path);
  if (place.kind !== 'docs') return [ownPages.find(({ href }) => href === path)?.title ?? ''];
  const { group, page } = place;
  if (!group) return [page.title];
  return group.pages.length === 1 ? [group.title] : [group.title, page.title];
}

/** What was opened before, and again with one key. */
export const recentGroup = (hits: SearchHit[]): ResultGroup => ({ path: 'recent', titles: ['Recent'], hits });

/** What is shown before anything is typed: where each chapter begins. */
export function chapterGroup({ navigation }: SiteSummary): ResultGroup {
  const hits = navigation.map(({ title, pages }): SearchHit => {
    const { path, description } = pages[0]!;
    return { kind: 'page', title, code: '', context: '', href: path, excerpt: description, terms: [] };
  });
  return { path: '', titles: ['Chapters'], hits };
}

/** Pages of the portal that are no documentation, with the words that people look for them by. */
export const ownPages: SearchEntry[] = [
  ownPage(-1, {
    title: 'API Keys',
    href: pages.apiKeys,
    excerpt: 'Create, rotate and delete your API keys, and see how they are used.',
    also: 'rotate rotation secret credentials client id usage refusals expiry',
  }),
  ownPage(-2, {
    title: 'Account',
    href: pages.account,
    excerpt: 'Your name, e-mail address, password and sessions; export or delete what is stored.',
    also: 'password session sign out export delete account close profile settings change name email',
  }),
];

type OwnPage = Pick<SearchEntry, 'title' | 'href' | 'excerpt' | 'also'>;

function ownPage(id: number, page: OwnPage): SearchEntry {
  return { id, kind: 'page', code: '', context: '', around: '', text: '', ...page };
}
