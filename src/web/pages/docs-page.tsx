import type { NavigationGroup, Page } from '../../content/contract.ts';
import { dayWords, lastChanged } from '../../content/last-changed.ts';
import { anchorsByPage } from '../../content/outline.ts';
import { anchorOf } from '../../content/prose.ts';
import { CopyForLlm } from '../docs/copy-for-llm.tsx';
import { Later } from '../docs/later.tsx';
import { OpenIn } from '../docs/open-in.tsx';
import { SectionView } from '../docs/section-view.tsx';
import type { View } from '../router/router.ts';
import { useRouter, useSite } from '../router/router-context.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { hasViewer, ViewerSlot } from '../viewer/viewer-slot.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { ContentSkeleton } from './content-skeleton.tsx';

interface DocsPageProps {
  page: Page;
  group: NavigationGroup | undefined;
  view: View;
}

export function DocsPage({ page, group, view }: DocsPageProps) {
  const site = useSite();
  return (
    <article aria-busy={view.state === 'loading' || undefined}>
      <Breadcrumb group={group} page={page} />
      <div className="docs-head">
        <h1 tabIndex={-1}>{page.title}</h1>
        <div className="docs-actions">
          <CopyForLlm path={page.path} />
          <OpenIn path={page.path} />
        </div>
      </div>
      <p className="docs-lede">{page.description}</p>
      {hasViewer(site, page.path) && <ViewerSlot drawn={view.state === 'ready' ? view.picture : undefined} />}
      <Content page={page} view={view} />
    </article>
  );
}

function Content({ page, view }: Omit<DocsPageProps, 'group'>) {
  const router = useRouter();
  if (view.state === 'loading') return <ContentSkeleton />;
  if (view.state === 'failed') {
    const data = page.sections.some((section) => 'mcp' in section) ? 'MCP data' : 'data';
    return <LoadFailure message={`Error loading ${data}: ${view.message}`} onRetry={router.retry} />;
  }
  const anchors = anchorsByPage(view.sections);
  const day = lastChanged(view.sections);
  const sections = view.sections.map((section, index) => {
    const key = anchors[index]?.[0];
    const content = (
      <SectionView
        key={key}
        section={section}
        anchors={anchors[index] ?? []}
        path={page.path}
        isRepeated={index === 0 && key === anchorOf(page.title)}
      />
    );
    return index === 0 ? content : <Later key={key}>{content}</Later>;
  });
  return (
    <>
      {sections}
      {day && (
        <Later>
          <p className="docs-changed">Last changed {dayWords(day)}</p>
        </Later>
      )}
    </>
  );
}
