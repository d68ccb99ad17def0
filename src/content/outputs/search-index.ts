import MiniSearch from 'minisearch';
import type { Page } from '../contract.ts';
import { anchorsBySection } from '../outline.ts';
import { parseProse, plainText } from '../prose.ts';
import { type SearchEntry, searchOptions } from '../search.ts';
import { type SearchableText, searchableTexts } from '../search-sections.ts';
import type { Site } from '../site.ts';

const indexes = new WeakMap<Site, MiniSearch<SearchEntry>>();

/** The index is built once for a site. The browser loads it as JSON with the first search. */
export function createSearchIndex(site: Site): MiniSearch<SearchEntry> {
  const known = indexes.get(site);
  if (known) return known;
  const index = new MiniSearch(searchOptions);
  index.addAll(searchEntries(site));
  indexes.set(site, index);
  return index;
}

/** Everything that has its own anchor, page by page. */
export function searchEntries(site: Site): SearchEntry[] {
  const { navigation, footer } = site.summary;
  const also = new Map(site.synonyms.map(({ words, leads_to }) => [leads_to, words.join(' ')]));
  return [...navigation, ...footer]
    .flatMap((group) => group.pages.flatMap((page) => entriesOf(site, page, group.title)))
    .map((found, id) => ({ id, also: also.get(found.href), ...found }));
}

function entriesOf(site: Site, page: Page, group: string): Omit<SearchEntry, 'id' | 'also'>[] {
  const sections = site.sectionsOf(page);
  const anchors = anchorsBySection(sections);
  const found: SearchableText[] = [
    { kind: 'page', title: page.title, context: '', at: '', texts: [page.description] },
    ...sections.flatMap((section, index) => searchableTexts(section, anchors[index] ?? [])),
  ];
  return found.map(({ kind, title, context, at, texts, code = '' }) => {
    const text = texts
      .filter((part) => part !== undefined)
      .map(plain)
      .join(' ');
    const href = at ? `${page.path}#${at}` : page.path;
    const around = kind === 'page' ? group : [group, page.title, context].join(' ');
    return { kind, title, code, context, around, text, href, excerpt: beginning(text) };
  });
}

function plain(text: string): string {
  return parseProse(text)
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.content]))
    .map(plainText)
    .join(' ');
}

const excerptLength = 110;

/** The text is cut at the end of a word. */
function beginning(text: string): string {
  if (text.length <= excerptLength) return text;
  return `${text.slice(0, excerptLength).replace(/\s+\S*$/, '')} …`;
}
