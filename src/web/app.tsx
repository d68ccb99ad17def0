import { useLayoutEffect, useMemo, useRef } from 'react';
import type { SiteSummary } from '../content/contract.ts';
import { Shell } from './layout/shell.tsx';
import { CurrentPage } from './pages/current-page.tsx';
import { PageError } from './pages/page-states.tsx';
import type { Router } from './router/router.ts';
import { AppProvider } from './router/router-context.tsx';
import { type PageHead, pageHead } from './router/site-map.ts';
import { AuthProvider, useAccountDialog } from './session/auth-context.tsx';
import { useDialogCode } from './ui/dialogs/use-dialog-code.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { onDemand } from './ui/on-demand.ts';
import { useStore } from './ui/store.ts';
import { Toasts } from './ui/toast.tsx';

export function App({ site, router }: { site: SiteSummary; router: Router }) {
  const view = useStore(router.view);
  const appContext = useMemo(() => ({ site, router }), [site, router]);

  const last = useRef(view);
  useLayoutEffect(() => {
    if (view === last.current) return;
    last.current = view;
    // All of this measures the page, so it runs once, in the frame that shows the page.
    const frame = requestAnimationFrame(() => {
      router.shown();
      updateHead(pageHead(site, view.path), view.path);
      // Screen readers continue at the heading of the new page, or at the anchor that was requested.
      if (!document.activeElement?.matches(':target'))
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [view, site, router]);
  return (
    <AppProvider value={appContext}>
      <AuthProvider>
        <Shell view={view}>
          <ErrorBoundary key={view.path} fallback={<PageError />}>
            <CurrentPage view={view} />
          </ErrorBoundary>
        </Shell>
        <AccountDialogsHost />
        <Toasts />
      </AuthProvider>
    </AppProvider>
  );
}

/** After a navigation the head has the content that a served page would have. */
function updateHead({ title, description, markdown, robots }: PageHead, path: string): void {
  document.title = title;
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const { href } = new URL(path, canonical?.href ?? location.origin);
  put('meta', { name: 'description' }, 'content', description);
  put('meta', { name: 'robots' }, 'content', robots);
  put('link', { rel: 'canonical' }, 'href', href);
  put('link', { rel: 'alternate', type: 'text/markdown' }, 'href', markdown);
}

/** Sets the attribute on the element that `match` describes, or removes the element. */
function put(tag: string, match: Record<string, string>, attribute: string, value: string | undefined): void {
  const attributes = Object.entries(match);
  const selector = tag + attributes.map(([name, text]) => `[${name}="${text}"]`).join('');
  const found = document.head.querySelector(selector);
  if (value === undefined) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(document.createElement(tag));
  for (const [name, text] of [...attributes, [attribute, value] as const]) element.setAttribute(name, text);
}

const accountDialogsCode = onDemand(() => import('./account/account-dialogs.tsx'));

/** Loads the code of the account dialogs when the first one opens. */
function AccountDialogsHost() {
  const dialog = useAccountDialog();
  const code = useDialogCode(accountDialogsCode, dialog);
  return code && dialog && <code.AccountDialogs dialog={dialog} />;
}
