import type MiniSearch from 'minisearch';
import type { Options, SearchOptions } from 'minisearch';
import { pages } from '../urls.ts';

const maxHits = 40;

/** Entries with every word, or with any word if there are none. An exact name comes first. */
export function search(
  index: MiniSearch<SearchEntry>,
  query: string,
  options?: Pick<SearchOptions, 'fields'>,
): SearchHit[] {
  const all = index.search(query, { ...options, combineWith: 'AND' });
  const found = all.length > 0 ? all : index.search(query, { ...options, combineWith: 'OR' });
  const isNamed = (hit: SearchHit) => /[_-]/.test(query) && hit.title === query.trim();
  const hits: SearchHit[] = found.map(({ kind, title, code, context, href, excerpt, terms }) => {
    return { kind, title, code, context, href, excerpt, terms };
  });
  return [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))].slice(0, maxHits);
}

export interface SearchEntry {
  id: number;
  kind: SearchKind;
  title: string;
  /** The paths of an endpoint. */
  code: string;
  /** The title of its section, unless it is the section itself. */
  context: string;
  /** All titles above it. */
  around: string;
  text: string;
  /** Synonyms that the text does not contain. */
  also?: string | undefined;
  /** The page with the anchor. */
  href: string;
  /** The beginning of the text. */
  excerpt: string;
}

export type SearchKind = 'page' | 'endpoint' | 'heading' | 'tool' | 'parameter' | 'error' | 'chat';

/** The stored fields of a match. */
export type SearchHit = Pick<SearchEntry, 'kind' | 'title' | 'code' | 'context' | 'href' | 'excerpt'> & {
  /** The words of the entry that matched. */
  terms: string[];
};

const kindBoosts: Record<SearchKind, number> = {
  page: 2.2,
  endpoint: 2,
  heading: 1.4,
  tool: 1.3,
  parameter: 1.2,
  error: 0.8,
  chat: 0.6,
};

/** A page on which people do something comes before one that explains it, and news come after it. */
const actionBoost = 2;
const newsBoost = 0.1;

/** These words are too frequent to distinguish entries, or belong to a question and not to its subject. */
const stopWords = new Set(
  'a am an and are as at be been between by can could did do does for from go had happens has have how i if in is it its make many me mean means much my need of on or our should than that the there they this to use vs versus was we were what when where which who why will with work works would you your'.split(
    ' ',
  ),
);

/** The server builds the index and the browser reads it, so both need the same options. */
export const searchOptions: Options<SearchEntry> = {
  fields: ['title', 'code', 'also', 'around', 'text'],
  storeFields: ['kind', 'title', 'code', 'context', 'href', 'excerpt'],
  processTerm(term) {
    const word = term.toLowerCase();
    // Singular and plural are the same word: cyclone, cyclones.
    return stopWords.has(word) ? null : word.replace(/(?<=\w{3}[^su])s$/, '');
  },
  searchOptions: {
    boost: { title: 4, also: 4, code: 3, around: 1.2 },
    // A single letter among other words is a unit or a name, so it is not a prefix.
    prefix: (term, _index, terms) => term.length > 1 || terms.length === 1,
    // A short word is similar to too many others, and a number must match exactly.
    fuzzy: (term) => (term.length > 4 && !/\d/.test(term) ? 0.25 : false),
    maxFuzzy: 2,
    weights: { prefix: 0.5, fuzzy: 0.25 },
    boostDocument(_id, _term, stored) {
      const boost = kindBoosts[stored?.kind as SearchKind] ?? 1;
      const href = String(stored?.href);
      if (href === pages.apiKeys || href === pages.account) return boost * actionBoost;
      return href.startsWith(`${pages.changelog}#`) ? boost * newsBoost : boost;
    },
  },
};
