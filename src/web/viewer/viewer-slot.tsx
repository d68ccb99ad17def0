import { useState } from 'react';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { useHydratedMarkup } from '../ui/use-hydrated-markup.ts';

const viewerCode = onDemand(() => import('./data-viewer.tsx'));

/** What the server drew can be read at once, and stays until the viewer has something to show in its place. */
export function ViewerSlot({ drawn }: { drawn: string | undefined }) {
  const isDrawn = useHydratedMarkup();
  const [isShown, setShown] = useState(false);
  const [onShown] = useState(() => () => setShown(true));
  const { value: code } = useOnDemand(viewerCode, true);
  return (
    <div className="viewer-slot">
      {code && <code.DataViewer onShown={onShown} />}
      {isDrawn && !isShown && (
        <div
          className="viewer-drawn"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws the pictures itself
          dangerouslySetInnerHTML={{ __html: drawn ?? '' }}
          suppressHydrationWarning
        />
      )}
    </div>
  );
}
