import { useEffect, useMemo } from 'react';
import type { Leg } from '../../../pictures/sounding/legs.ts';
import { requestError } from '../../session/outcome.ts';
import { onDemand, useOnDemand } from '../../ui/on-demand.ts';
import { useStore } from '../../ui/store.ts';
import { overlayKinds, type Settings } from '../store/viewer-address.ts';
import { hourOfLeg } from './overlay-calls.ts';
import type { OverlayStates, Overlays } from './overlay-store.ts';

const overlayCode = onDemand(async () => {
  const [marks, legend] = await Promise.all([import('./overlay-marks.tsx'), import('./overlay-legend.tsx')]);
  return { ...marks, ...legend };
});

/** Those that are switched on, of the hour that is nearest to the middle of the leg. */
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
  return {
    code,
    shown,
    states: failure ? allFailed(states) : states,
    retry: () => {
      retry();
      overlays.retry();
    },
  };
}

const codeFailure = requestError(
  0,
  'What draws it could not be loaded. Check your connection and try again.',
);

const allFailed = (states: OverlayStates): OverlayStates =>
  Object.fromEntries(
    Object.entries(states).map(([kind, state]) => [
      kind,
      { ...state, isWaiting: false, failure: codeFailure },
    ]),
  );
