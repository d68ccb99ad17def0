import type { IconNode } from 'lucide';
import * as lucide from 'lucide';
import type { SearchHit, SearchKind } from '../../content/search.ts';
import { pages } from '../../urls.ts';
import { isForBrowser, Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { hasPage } from '../router/site-map.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { SearchResults } from './use-search.ts';

interface SearchResultProps {
  hit: SearchHit;
  id: string;
  active: boolean;
  onActive: () => void;
  onChoose: () => void;
}

/** Results are links, so they can be opened in a new tab. The arrow keys reach them, the Tab key doesn't. */
export function SearchResult({ hit, id, active, onActive, onChoose }: SearchResultProps) {
  const pattern = patternOf(hit.terms);
  const isCode = hit.kind === 'parameter' || hit.kind === 'tool';
  return (
    <Link
      href={hit.href}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="search-result"
      onPointerMove={onActive}
      onClick={(event) => isForBrowser(event) || onChoose()}
    >
      <Icon of={icons[hit.kind]} size={16} className="search-result-icon" />
      <span className="search-result-words">
        <span className="search-result-title" data-code={isCode || undefined}>
          <span>
            <MarkedText text={hit.title} pattern={pattern} />
          </span>
          {hit.code && <code className="search-result-code">{hit.code.split(' ')[0]}</code>}
        </span>
        <span className="search-result-excerpt">
          {hit.context && <b>{hit.context}: </b>}
          <MarkedText text={hit.excerpt} pattern={pattern} />
        </span>
      </span>
      <Icon of={lucide.CornerDownLeft} size={15} className="search-result-enter" />
    </Link>
  );
}

const icons: Record<SearchKind, IconNode> = {
  page: lucide.FileText,
  endpoint: lucide.Waypoints,
  heading: lucide.Hash,
  tool: lucide.Bot,
  parameter: lucide.SlidersHorizontal,
  error: lucide.TriangleAlert,
  chat: lucide.MessageSquare,
};

const suggestions = [
  ['Overview', pages.docs],
  ['All variables', pages.variables],
  ['All errors', pages.errors],
  ['Support', pages.support],
] as const;

interface SearchMessageProps {
  results: SearchResults;
  query: string;
  onClose: () => void;
  /** Moves the focus, because the focused button disappears. */
  onRetry: () => void;
}

/** Shown instead of results. Screen readers get the number of results from it. */
export function SearchMessage({ results, query, onClose, onRetry }: SearchMessageProps) {
  const site = useSite();
  if (results.state === 'loading')
    return (
      <p className="search-message late" role="status">
        Loading...
      </p>
    );
  if (results.state === 'failed')
    return (
      <div className="search-message" role="alert">
        <p>Search couldn't be loaded: {results.message}</p>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            results.retry();
            onRetry();
          }}
        >
          Try again
        </Button>
      </div>
    );
  const count = results.groups.reduce((sum, group) => sum + group.hits.length, 0);
  if (count > 0)
    return (
      <p className="visually-hidden" role="status">
        {query && `${count} ${count === 1 ? 'result' : 'results'}`}
      </p>
    );
  return (
    <div className="search-message" role="status">
      <p>
        <b>No results for “{query}”</b>
      </p>
      <p>Try fewer or different words, such as an endpoint, parameter, field or error. Or start here:</p>
      <ul className="search-suggestions">
        {suggestions
          .filter(([, href]) => hasPage(site, href))
          .map(([title, href]) => (
            <li key={href}>
              <Link href={href} className="link" onClick={onClose}>
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Marks the words that matched the query. */
function MarkedText({ text, pattern }: { text: string; pattern: RegExp }) {
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <mark key={index} className="search-mark">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** The index stores words without the plural s. */
export function patternOf(terms: string[]): RegExp {
  if (terms.length === 0) return /(?!)/;
  const longestFirst = terms.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])((?:${longestFirst.map(escaped).join('|')})s?)`, 'giu');
}

const escaped = (term: string) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
