import { useEffect, useMemo } from 'react';
import type { Leg } from '../../pictures/sounding/legs.ts';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { useStore } from '../ui/store.ts';
import { hourOfLeg, type Overlays, overlayNames } from './overlays/overlay-store.ts';
import { FailureNote } from './panel.tsx';
import { overlayKinds, type Settings } from './store/viewer-address.ts';

const overlayCode = onDemand(() => import('./overlays/overlay-layers.tsx'));

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
  const notes = (
    <div className="viewer-notes" role="status">
      {!failure && overlayKinds.some((kind) => states[kind]?.isWaiting) && (
        <span className="viewer-reason">Loading overlays…</span>
      )}
      {failure ? (
        <FailureNote message="The overlays couldn't be loaded." onRetry={onRetry} />
      ) : (
        overlayKinds.map((kind) => {
          const message = `${overlayNames[kind]} overlay: ${states[kind]?.error?.message}`;
          return states[kind]?.error && <FailureNote key={kind} message={message} onRetry={onRetry} />;
        })
      )}
    </div>
  );
  return { code, shown, notes };
}
