import type { ReactNode } from 'react';
import { Later } from '../docs/later.tsx';
import type { View } from '../router/router.ts';
import { useSite } from '../router/router-context.tsx';
import { placeAt } from '../router/site-map.ts';
import { hasViewer } from '../viewer/viewer-slot.tsx';
import { ChapterLinks } from './chapter-links.tsx';
import { Header } from './header.tsx';
import { OnThisPage } from './on-this-page.tsx';
import { SandboxLine } from './sandbox-line.tsx';
import { Sidebar } from './sidebar.tsx';
import { SiteFooter } from './site-footer.tsx';

export function Shell({ view, children }: { view: View; children: ReactNode }) {
  const site = useSite();
  const place = placeAt(site, view.path);
  const { kind } = place;
  const hasSidebar = kind !== 'landing' && kind !== 'reset-password';
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header />
      <div
        className="shell"
        data-landing={kind === 'landing' || undefined}
        data-docs={kind === 'docs' || undefined}
        data-viewer={hasViewer(site, view.path) || undefined}
      >
        {hasSidebar && <Sidebar />}
        <div className="shell-page">
          <SandboxLine api={place.kind === 'docs' ? place.page.api : undefined} />
          <div className="shell-columns">
            <main id="content" className="shell-main" tabIndex={-1}>
              {children}
            </main>
            {kind === 'docs' && view.state === 'ready' && (
              <Later key={view.path}>
                <OnThisPage sections={view.sections} />
              </Later>
            )}
          </div>
          {kind === 'docs' ? (
            // With what stands above them: they would jump down when it comes.
            <Later key={view.path}>
              <div className="shell-foot">
                <ChapterLinks path={view.path} />
              </div>
              <SiteFooter />
            </Later>
          ) : (
            <SiteFooter />
          )}
        </div>
      </div>
    </>
  );
}
