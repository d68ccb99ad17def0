import { FlaskConical } from 'lucide';
import type { ReactNode } from 'react';
import type { ApiName } from '../../content/contract.ts';
import { isSandboxed, sandboxSentence } from '../../content/sandbox.ts';
import { DeferredContent } from '../docs/deferred-content.tsx';
import type { View } from '../router/router.ts';
import { useSite } from '../router/router-context.tsx';
import { placeAt } from '../router/site-map.ts';
import { Icon } from '../ui/icon.tsx';
import { hasViewer } from '../viewer/viewer-slot.tsx';
import { ChapterLinks, SiteFooter } from './footer.tsx';
import { Header, Logo } from './header.tsx';
import { OnThisPage } from './on-this-page.tsx';
import { Sidebar } from './sidebar.tsx';

export function Shell({ view, children }: { view: View; children: ReactNode }) {
  const site = useSite();
  const place = placeAt(site, view.path);
  const { kind } = place;
  if (kind === 'consent') return <PlainShell>{children}</PlainShell>;
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
              <DeferredContent key={view.path}>
                <OnThisPage sections={view.sections} />
              </DeferredContent>
            )}
          </div>
          {kind === 'docs' ? (
            // These follow together with the content above them: otherwise they would jump down.
            <DeferredContent key={view.path}>
              <div className="shell-foot">
                <ChapterLinks path={view.path} />
              </div>
              <SiteFooter />
            </DeferredContent>
          ) : (
            <SiteFooter />
          )}
        </div>
      </div>
    </>
  );
}

/** Has nothing that leads away, because an app waits for the answer. */
const PlainShell = ({ children }: { children: ReactNode }) => (
  <>
    <header className="plain-bar">
      <Logo />
    </header>
    <SandboxLine api={undefined} />
    <main id="content" className="plain-main" tabIndex={-1}>
      {children}
    </main>
  </>
);

/** A page about one API mentions only that API's sandbox. */
function SandboxLine({ api }: { api: ApiName | undefined }) {
  const { sandbox } = useSite();
  const sentence = sandboxSentence(sandbox);
  if (!sentence || (api && !isSandboxed(sandbox, api))) return null;
  const end = sentence.indexOf(':') + 1;
  return (
    <section className="site-notice" aria-label="About this portal">
      <Icon of={FlaskConical} size={14} />
      <p>
        <b>{sentence.slice(0, end)}</b>
        {sentence.slice(end)}
      </p>
    </section>
  );
}
