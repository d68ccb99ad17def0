import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { hasPage } from '../router/site-map.ts';
import { buttonClass } from '../ui/button.tsx';

export function NotFoundPage() {
  const site = useSite();
  return (
    <div className="message-page">
      <p className="message-code">404</p>
      <h1 tabIndex={-1}>Page not found</h1>
      <p>There is no page at this address. It may have moved, or the link has a typo.</p>
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
      <ul className="message-links">
        {site.navigation
          .filter((group) => group.pages.length > 1)
          .map((group) => (
            <li key={group.title}>
              <Link className="link" href={group.pages[0]!.path}>
                {group.title}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  );
}
