import { useEffect, useMemo } from 'react';
import type { Leg } from '../../pictures/sounding/legs.ts';
import { requestError } from '../session/outcome.ts';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { useStore } from '../ui/store.ts';
import { hourOfLeg, type OverlayStates, type Overlays, overlayNames } from './overlays/overlay-store.ts';
import { FailureNote } from './panel.tsx';
import { overlayKinds, type Settings } from './store/viewer-address.ts';

const overlayCode = onDemand(() => import('./overlays/overlay-layers.tsx'));
const codeError = requestError(
  0,
  "The code that draws it couldn't be loaded. Check your connection and try again.",
);

/** The overlays that are switched on, for the hour nearest to the middle of the leg. */
export function useOverlays(overlays: Overlays, settings: Settings, leg: Leg) {
  const states = useStore(overlays.state);
  const wanted = overlayKinds.filter((kind) => settings[kind] === 'on').join();
  const hourMs = hourOfLeg(leg);
  useEffect(() => {
    overlays.show(
      overlayKinds.filter((kind) => wanted.includes(kind)),
      hourMs,
    );
  }, [overlays, wanted, hourMs]);
  const { value: code, failure, retry } = useOnDemand(overlayCode, wanted);
  const shown = useMemo(() => overlayKinds.flatMap((kind) => states[kind]?.shown ?? []), [states]);
  const onRetry = () => {
    retry();
    overlays.retry();
  };
  return { code, shown, notes: <OverlayNotes states={states} hasFailed={!!failure} onRetry={onRetry} /> };
}

interface OverlayNotesProps {
  states: OverlayStates;
  /** True if the code that draws overlays couldn't be loaded. */
  hasFailed: boolean;
  onRetry: () => void;
}

/** Which overlays are loading, and which couldn't be loaded. */
function OverlayNotes({ states, hasFailed, onRetry }: OverlayNotesProps) {
  const isWaiting = !hasFailed && overlayKinds.some((kind) => states[kind]?.isWaiting);
  return (
    <div className="viewer-notes" role="status">
      {isWaiting && <span className="viewer-reason">Loading overlays…</span>}
      {overlayKinds.map((kind) => {
        const error = hasFailed && states[kind] ? codeError : states[kind]?.error;
        const message = `${overlayNames[kind]} overlay: ${error?.message}`;
        return error && <FailureNote key={kind} message={message} onRetry={onRetry} />;
      })}
    </div>
  );
}
