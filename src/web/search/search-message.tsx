import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { hasPage } from '../router/site-map.ts';
import { Button } from '../ui/button.tsx';
import type { SearchResults } from './use-search.ts';

const ways = [
  ['Overview', pages.docs],
  ['Every variable, and what is not offered', pages.variables],
  ['Every error', pages.errors],
  ['Ask us', pages.support],
] as const;

interface SearchMessageProps {
  results: SearchResults;
  query: string;
  onClose: () => void;
  /** The button that had the focus goes away. */
  onRetry: () => void;
}

/** What stands in place of results, and for a screen reader how many there are. */
export function SearchMessage({ results, query, onClose, onRetry }: SearchMessageProps) {
  const site = useSite();
  if (results.state === 'loading') {
    return (
      <p className="search-message late" role="status">
        Loading...
      </p>
    );
  }
  if (results.state === 'failed') {
    const retry = () => {
      results.retry();
      onRetry();
    };
    return (
      <div className="search-message" role="alert">
        <p>The search could not be loaded: {results.message}</p>
        <Button variant="secondary" size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  const count = results.groups.reduce((sum, group) => sum + group.hits.length, 0);
  if (count > 0) {
    return (
      <p className="visually-hidden" role="status">
        {query && `${count} ${count === 1 ? 'result' : 'results'}`}
      </p>
    );
  }
  return (
    <div className="search-message" role="status">
      <p>
        <b>No results for “{query}”</b>
      </p>
      <p>
        Try fewer or other words: the name of an endpoint, a parameter, a field or an error. Or go on here:
      </p>
      <ul className="search-ways">
        {ways
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
