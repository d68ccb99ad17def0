import { useEffect, useMemo, useState } from 'react';
import type { OverlayKind } from '../../pictures/overlays/overlay.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { ApiIdentity } from '../api/identity.ts';
import { useSite } from '../router/router-context.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { createStore, useStore } from '../ui/store.ts';
import type { Overlays } from './overlays/overlay-store.ts';
import { FailureNote } from './panel.tsx';
import { hourOfLeg } from './store/flight-calls.ts';
import { overlayKinds, type Settings } from './store/viewer-address.ts';

const overlayCode = onDemand(() => import('./overlays/overlay-layers.tsx'));

/** Names of the overlays in the settings and in notes. */
export const overlayNames: Record<OverlayKind, string> = {
  wind300: 'Wind at 300 hPa',
  rain: 'Rain',
  pressure: 'Sea-level pressure',
  cyclones: 'Tropical cyclones',
};

const noOverlays: Overlays['state'] = createStore({});

/** The overlays that are switched on, for the hour nearest to the middle of the leg. Their code loads with the first. */
export function useOverlays(getIdentity: () => ApiIdentity, settings: Settings, leg: Leg) {
  const site = useSite();
  const wanted = overlayKinds.filter((kind) => settings[kind] === 'on').join();
  const timeMs = hourOfLeg(leg);
  const { value: code, failure, retry } = useOnDemand(overlayCode, wanted);
  const [overlays, setOverlays] = useState<Overlays>();
  const open = code?.openOverlays;
  useEffect(() => {
    if (open) setOverlays((opened) => opened ?? open(site, getIdentity));
  }, [open, site, getIdentity]);
  useEffect(() => overlays?.close, [overlays]);
  useEffect(() => {
    overlays?.show(
      overlayKinds.filter((kind) => wanted.includes(kind)),
      timeMs,
    );
  }, [overlays, wanted, timeMs]);
  const states = useStore(overlays?.state ?? noOverlays);
  const shown = useMemo(() => overlayKinds.flatMap((kind) => states[kind]?.shown ?? []), [states]);
  const onRetry = () => {
    retry();
    overlays?.retry();
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
