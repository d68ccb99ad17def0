import type { ComponentType } from 'react';
import type { View } from '../router/router.ts';
import { useSite } from '../router/router-context.tsx';
import { placeAt } from '../router/site-map.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { type OnDemand, onDemand, useOnDemand } from '../ui/on-demand.ts';
import { DocsPage } from './docs-page.tsx';
import { ContentSkeleton, NotFoundPage } from './page-states.tsx';

/** The landing page's document loads this code before hydration: see `main.tsx`. */
export const landingCode = onDemand(() => import('../landing/landing-page.tsx'));
const lazyPages = {
  'api-keys': onDemand(async () => (await import('../keys/api-keys-page.tsx')).ApiKeysPage),
  account: onDemand(async () => (await import('../account/settings/account-page.tsx')).AccountPage),
  consent: onDemand(async () => (await import('../account/consent/consent-page.tsx')).ConsentPage),
  'undo-email': onDemand(async () => (await import('../account/email-link-pages.tsx')).UndoEmailPage),
  'reset-password': onDemand(async () => (await import('../account/email-link-pages.tsx')).ResetPasswordPage),
};

export function CurrentPage({ view }: { view: View }) {
  const place = placeAt(useSite(), view.path);
  if (place.kind === 'docs') return <DocsPage page={place.page} group={place.group} view={view} />;
  if (place.kind === 'not-found') return <NotFoundPage />;
  if (place.kind !== 'landing')
    return <LazyPage key={place.kind} title={place.title} page={lazyPages[place.kind]} />;
  const code = landingCode.loaded.get();
  return code && view.state === 'ready' && <code.LandingPage {...view} />;
}

/** The page's code is loaded with the page. The server sends a skeleton. */
function LazyPage({ title, page }: { title: string; page: OnDemand<ComponentType> }) {
  const { value: Page, failure, retry } = useOnDemand(page, true);
  if (Page)
    return (
      <div className="lazy-page">
        <Page />
      </div>
    );
  return (
    <div className="lazy-page" aria-busy={!failure || undefined}>
      <h1 tabIndex={-1}>{title}</h1>
      <noscript>This page needs JavaScript. You can read the documentation without it.</noscript>
      {failure ? (
        <LoadFailure message="Error loading data: Failed to load the page: Network Error" onRetry={retry} />
      ) : (
        <ContentSkeleton />
      )}
    </div>
  );
}
