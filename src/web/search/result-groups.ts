import type { SiteSummary } from '../../content/contract.ts';
import type { SearchHit } from '../../content/search-terms.ts';
import { placeAt } from '../router/site-map.ts';
import { pagePath } from '../router/site-path.ts';

export interface ResultGroup {
  path: string;
  /** The chapter and the page; the chapter alone where it has only one page. */
  titles: string[];
  hits: SearchHit[];
}

const groupsMax = 6;
const hitsMax = 4;

/** By page, the page with the best hit first. */
export function groupHits(site: SiteSummary, hits: SearchHit[]): ResultGroup[] {
  return [...Map.groupBy(hits, (hit) => pagePath(hit.href))]
    .slice(0, groupsMax)
    .map(([path, found]) => ({ path, titles: titlesOf(site, path), hits: found.slice(0, hitsMax) }));
}

function titlesOf(site: SiteSummary, path: string): string[] {
  const place = placeAt(site, path);
  if (place.kind !== 'docs') return ['API Keys'];
  const { group, page } = place;
  if (!group) return [page.title];
  return group.pages.length === 1 ? [group.title] : [group.title, page.title];
}

/** What is shown before anything is typed: where each chapter begins. */
export function chapterGroup({ navigation }: SiteSummary): ResultGroup {
  const hits = navigation.map(({ title, pages }): SearchHit => {
    const { path, description } = pages[0]!;
    return { kind: 'page', title, code: '', context: '', href: path, excerpt: description, terms: [] };
  });
  return { path: '', titles: ['Chapters'], hits };
}
