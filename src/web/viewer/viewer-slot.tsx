import { useLayoutEffect, useState } from 'react';
import type { SiteSummary } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { showLinkedPart } from '../ui/anchor-target.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { useHydratedMarkup } from '../ui/store.ts';

const viewerCode = onDemand(() => import('./data-viewer.tsx'));

export const hasViewer = ({ weather }: SiteSummary, path: string) => weather && path === pages.dataViewer;

/** The server's pictures are readable at once, and stay until the viewer is drawn. */
export function ViewerSlot({ drawn }: { drawn: string | undefined }) {
  const isDrawn = useHydratedMarkup();
  const [isShown, setShown] = useState(false);
  const [onShown] = useState(() => () => setShown(true));
  const { value: code, failure, retry } = useOnDemand(viewerCode, true);
  // The router does this for a page that is opened by a link, but not for the first page.
  useLayoutEffect(() => {
    if (isDrawn && location.hash === '' && isFirstVisit()) showLinkedPart();
  }, [isDrawn]);
  return (
    <div className="viewer-slot" data-linked-by="mission">
      {code && <code.DataViewer onShown={onShown} />}
      {failure && (
        <LoadFailure message="Error loading data: Failed to load the viewer: Network Error" onRetry={retry} />
      )}
      {isDrawn && !isShown && (
        <div
          className="viewer-drawn"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws the pictures
          dangerouslySetInnerHTML={{ __html: drawn ?? '' }}
          suppressHydrationWarning
        />
      )}
    </div>
  );
}

/** After a reload, and for Back and Forward, the browser restores the position itself. */
function isFirstVisit(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
}
