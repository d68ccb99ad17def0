import type { OverlayKind } from '../../../pictures/overlays/overlay.ts';
import { Button } from '../../ui/button.tsx';
import type { OverlayStates } from './overlay-store.ts';

/** As they stand in the menu. */
export const overlayWords: Record<OverlayKind, string> = {
  wind300: 'wind at 300 hPa',
  rain: 'rain',
  pressure: 'pressure at sea level',
  cyclones: 'tropical cyclones',
};

interface OverlayNotesProps {
  states: OverlayStates;
  onRetry: () => void;
}

/** What is on its way, and what could not be had. */
export function OverlayNotes({ states, onRetry }: OverlayNotesProps) {
  const entries = Object.entries(states) as [OverlayKind, NonNullable<OverlayStates[OverlayKind]>][];
  const waiting = entries.filter(([, { isWaiting }]) => isWaiting).map(([kind]) => overlayWords[kind]);
  const failed = entries.flatMap(([kind, { failure }]) => (failure ? [{ kind, failure }] : []));
  return (
    <div className="viewer-notes" role="status">
      {waiting.length > 0 && <span className="viewer-reason">Loading {waiting.join(', ')} …</span>}
      {failed.map(({ kind, failure }) => (
        <p key={kind} className="viewer-failure">
          <span>
            No {overlayWords[kind]} on the map: {failure.message}
          </span>
          <Button variant="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
        </p>
      ))}
    </div>
  );
}
