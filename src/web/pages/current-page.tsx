import type { View } from '../router/router.ts';
import { useSite } from '../router/router-context.tsx';
import { placeAt } from '../router/site-map.ts';
import { onDemand } from '../ui/on-demand.ts';
import { DocsPage } from './docs-page.tsx';
import { LazyPage } from './lazy-page.tsx';
import { NotFoundPage } from './not-found.tsx';

/** The landing page comes with its document, and so does its code: see `main.tsx`. */
export const landingCode = onDemand(() => import('../landing/landing-page.tsx'));
const apiKeysPage = onDemand(async () => (await import('../keys/api-keys-page.tsx')).ApiKeysPage);
const accountPage = onDemand(async () => (await import('../account/page/account-page.tsx')).AccountPage);
const undoEmailPage = onDemand(
  async () => (await import('../account/page/undo-email-page.tsx')).UndoEmailPage,
);
const resetPasswordPage = onDemand(
  async () => (await import('../account/reset-password-page.tsx')).ResetPasswordPage,
);

export function CurrentPage({ view }: { view: View }) {
  const place = placeAt(useSite(), view.path);
  switch (place.kind) {
    case 'landing': {
      const code = landingCode.arrived.get();
      return code && view.state === 'ready' && <code.LandingPage {...view} />;
    }
    case 'docs':
      return <DocsPage page={place.page} group={place.group} view={view} />;
    case 'api-keys':
      return <LazyPage title="API Keys" page={apiKeysPage} />;
    case 'account':
      return <LazyPage title="Account" page={accountPage} />;
    case 'undo-email':
      return <LazyPage title="Undo the change of address?" page={undoEmailPage} />;
    case 'reset-password':
      return <LazyPage title="Set a new password" page={resetPasswordPage} />;
    case 'not-found':
      return <NotFoundPage />;
  }
}
