import type { ReactNode } from 'react';
import type { SearchHit } from '../../content/search.ts';
import { decodeIfValid } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useOnDemand } from '../ui/on-demand.ts';
import { documentationSearch, groupHits } from './use-search.ts';

const maxSuggestions = 4;
const maxWords = 6;
const maxWordLength = 30;
/** Words of most addresses, which name no page. */
const emptyWords = new Set(['docs', 'doc', 'api', 'experience', 'html', 'htm', 'md', 'index', 'page', 'www']);

/** A page that only mentions a word of the address is not similar to it. */
const nameFields = ['title', 'code', 'also'];

/** The words of a path: "/docs/Tropical_cyclone.html" gives "Tropical cyclone". */
export function wordsOf(path: string): string {
  const words = decodeIfValid(path).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => word.length > 1 && word.length <= maxWordLength && !emptyWords.has(word.toLowerCase()))
    .slice(0, maxWords)
    .join(' ');
}

/**
 * Pages that fit the words of an address that doesn't exist, or `children` if there are none. Only texts of our own
 * index are shown, never the address.
 */
export function PageSuggestions({ children }: { children: ReactNode }) {
  const site = useSite();
  const { value: search } = useOnDemand(documentationSearch, true);
  const words = wordsOf(location.pathname);
  const hits: SearchHit[] = search && words !== '' ? search(words, { fields: nameFields }) : [];
  const groups = groupHits(site, hits)
    .filter(({ key }) => key.startsWith('/'))
    .slice(0, maxSuggestions);
  if (groups.length === 0) return children;
  return (
    <section className="suggestions" aria-labelledby="suggestions">
      <h2 id="suggestions">Similar pages</h2>
      <ul>
        {groups.map(({ key, titles, hits: [best] }) => (
          <li key={key}>
            <Link className="link" href={key}>
              {titles.join(' › ')}
            </Link>
            <p>{best?.excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
