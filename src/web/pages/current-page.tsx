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
const apiKeysPage = onDemand(async () => (await import('../keys/api-keys-page.tsx')).ApiKeysPage);
const accountPage = onDemand(async () => (await import('../account/settings/account-page.tsx')).AccountPage);
const undoEmailPage = onDemand(async () => (await import('../account/undo-email-page.tsx')).UndoEmailPage);
const resetPasswordPage = onDemand(
  async () => (await import('../account/reset-password-page.tsx')).ResetPasswordPage,
);

export function CurrentPage({ view }: { view: View }) {
  const place = placeAt(useSite(), view.path);
  switch (place.kind) {
    case 'landing': {
      const code = landingCode.loaded.get();
      return code && view.state === 'ready' && <code.LandingPage {...view} />;
    }
    case 'docs':
      return <DocsPage page={place.page} group={place.group} view={view} />;
    case 'api-keys':
      return <LazyPage title="API Keys" page={apiKeysPage} />;
    case 'account':
      return <LazyPage title="Account" page={accountPage} />;
    case 'undo-email':
      return <LazyPage title="Undo the email change?" page={undoEmailPage} />;
    case 'reset-password':
      return <LazyPage title="Set a new password" page={resetPasswordPage} />;
    case 'not-found':
      return <NotFoundPage />;
  }
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
