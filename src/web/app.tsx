import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { SiteSummary } from '../content/contract.ts';
import { AccountDialogsHost } from './account/account-dialogs-host.tsx';
import { Shell } from './layout/shell.tsx';
import { CurrentPage } from './pages/current-page.tsx';
import { ErrorBoundary } from './pages/error-page.tsx';
import { updateHead } from './router/document-head.ts';
import type { Router } from './router/router.ts';
import { AppProvider } from './router/router-context.tsx';
import { pageHead } from './router/site-map.ts';
import { AuthProvider } from './session/auth-context.tsx';
import { useStore } from './ui/store.ts';
import { Toasts } from './ui/toast.tsx';

export function App({ site, router }: { site: SiteSummary; router: Router }) {
  const view = useStore(router.view);
  const appContext = useMemo(() => ({ site, router }), [site, router]);
  useEffect(() => router.start(), [router]);

  const last = useRef(view);
  useLayoutEffect(() => {
    if (view === last.current) return;
    last.current = view;
    // All of it needs the page measured: in the frame that shows it this is done once.
    const frame = requestAnimationFrame(() => {
      router.shown();
      updateHead(pageHead(site, view.path), view.path);
      // A screen reader goes on where the new page begins, or at the place in it that was asked for.
      if (!document.activeElement?.matches(':target'))
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [view, site, router]);

  return (
    <AppProvider value={appContext}>
      <AuthProvider>
        <Shell view={view}>
          <ErrorBoundary key={view.path}>
            <CurrentPage view={view} />
          </ErrorBoundary>
        </Shell>
        <AccountDialogsHost />
        <Toasts />
      </AuthProvider>
    </AppProvider>
  );
}
