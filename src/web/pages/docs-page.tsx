import type { NavigationGroup, Page } from '../../content/contract.ts';
import { anchorsBySection } from '../../content/outline.ts';
import { lastChanged } from '../../content/page-text.ts';
import { anchorOf } from '../../content/prose.ts';
import { formatDay } from '../../time.ts';
import { pages } from '../../urls.ts';
import { DeferredContent } from '../docs/deferred-content.tsx';
import { EndpointView } from '../docs/endpoint-view.tsx';
import { GuideView } from '../docs/guide-view.tsx';
import { CopyForLlm } from '../docs/heading.tsx';
import { McpView } from '../docs/mcp-view.tsx';
import { OpenIn } from '../docs/open-in.tsx';
import { Link } from '../router/link.tsx';
import type { View } from '../router/router.ts';
import { useRouter, useSite } from '../router/router-context.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { hasViewer, ViewerSlot } from '../viewer/viewer-slot.tsx';
import { ContentSkeleton } from './page-states.tsx';

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
  const anchors = anchorsBySection(view.sections);
  const day = lastChanged(view.sections);
  const { path } = page;
  const sections = view.sections.map((section, index) => {
    const own = anchors[index] ?? [];
    const anchor = own[0] ?? '';
    const props = { anchor, path, isRepeated: index === 0 && anchor === anchorOf(page.title) };
    const content =
      section.kind === 'mcp' ? (
        <McpView key={anchor} mcp={section.mcp} anchors={own} path={path} />
      ) : section.kind === 'guide' ? (
        <GuideView key={anchor} section={section} {...props} />
      ) : (
        <EndpointView key={anchor} section={section} {...props} />
      );
    return index === 0 ? content : <DeferredContent key={anchor}>{content}</DeferredContent>;
  });
  return (
    <>
      {sections}
      {day && (
        <DeferredContent>
          <p className="docs-changed">Updated {formatDay(Date.parse(day))}</p>
        </DeferredContent>
      )}
    </>
  );
}

function Breadcrumb({ group, page }: { group: NavigationGroup | undefined; page: Page }) {
  const isRoot = page.path === pages.docs;
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <ol>
        {!isRoot && (
          <li>
            <Link href={pages.docs}>Docs</Link>
          </li>
        )}
        {group && group.pages.length > 1 && (
          <li>
            <Link href={group.pages[0]?.path ?? pages.docs}>{group.title}</Link>
          </li>
        )}
        <li aria-current="page">{isRoot ? 'Docs' : page.title}</li>
      </ol>
    </nav>
  );
}
