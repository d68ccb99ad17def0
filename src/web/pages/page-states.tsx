import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { hasPage } from '../router/site-map.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

/** If a page fails to render, the rest of the site still works. Opening another page tries again. */
export const PageError = () => (
  <div className="message-page" role="alert">
    <h1 tabIndex={-1}>This page couldn't be shown</h1>
    <p>Something went wrong. Reload the page, or open another one.</p>
    <Button onClick={() => location.reload()}>Reload page</Button>
  </div>
);

/** Replaces the page if the embedded props can't be read, because the app can't start without them. */
export const PropsError = ({ message }: { message: string }) => (
  <main className="message-page" role="alert">
    <h1>This page couldn't start</h1>
    <p>{message}</p>
    <Button onClick={() => location.reload()}>Reload page</Button>
  </main>
);

const suggestionsCode = onDemand(() => import('../search/page-suggestions.tsx'));

export function NotFoundPage() {
  const site = useSite();
  const { value: suggestions } = useOnDemand(suggestionsCode, true);
  const chapters = <ChapterLinks />;
  return (
    <div className="message-page not-found">
      <p className="message-code">404</p>
      <h1 tabIndex={-1}>Page not found</h1>
      <p>We couldn't find this page. It may have moved, or the link may be wrong.</p>
      <div className="message-actions">
        <Link href={pages.docs} className={buttonClass('primary')}>
          View API Documentation
        </Link>
        {hasPage(site, pages.gettingStarted) && (
          <Link href={pages.gettingStarted} className={buttonClass('secondary')}>
            Getting Started
          </Link>
        )}
      </div>
      {suggestions ? <suggestions.PageSuggestions>{chapters}</suggestions.PageSuggestions> : chapters}
    </div>
  );
}

const ChapterLinks = () => (
  <ul className="message-links">
    {useSite().navigation.map(
      ({ title, pages: [first, second] }) =>
        first &&
        second && (
          <li key={title}>
            <Link className="link" href={first.path}>
              {title}
            </Link>
          </li>
        ),
    )}
  </ul>
);

/** CSS hides the skeleton until the wait is noticeable. */
export const ContentSkeleton = () => (
  <div className="page-skeleton">
    <p role="status">Loading...</p>
    <div className="skeleton" style={{ width: '38%', height: 28 }} />
    {['96%', '88%', '62%'].map((width) => (
      <div key={width} className="skeleton" style={{ width, height: 16 }} />
    ))}
    <div className="skeleton" style={{ height: 280 }} />
  </div>
);
