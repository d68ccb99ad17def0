import type { View } from '../router.ts';
import { useSite } from '../router-context.tsx';
import { placeAt } from '../site-map.ts';
import { DocsPage } from './docs-page.tsx';
import { LandingPage } from './landing.tsx';
import { lazyPage } from './lazy-page.tsx';
import { NotFoundPage } from './not-found.tsx';

const ApiKeysPage = lazyPage('API Keys', async () => (await import('../keys/api-keys-page.tsx')).ApiKeysPage);
const ResetPasswordPage = lazyPage(
  'Set a new password',
  async () => (await import('../auth/reset-password-page.tsx')).ResetPasswordPage,
);

export function CurrentPage({ view }: { view: View }) {
  const place = placeAt(useSite(), view.path);
  switch (place.kind) {
    case 'landing':
      return <LandingPage picture={view.state === 'ready' ? view.picture : undefined} />;
    case 'docs':
      return <DocsPage page={place.page} group={place.group} view={view} />;
    case 'api-keys':
      return <ApiKeysPage />;
    case 'reset-password':
      return <ResetPasswordPage />;
    case 'not-found':
      return <NotFoundPage />;
  }
}
