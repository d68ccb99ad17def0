import {
  type KeyboardEvent,
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isUnavailable } from '../../pictures/sounding/unavailable.ts';
import { useSite } from '../router/router-context.tsx';
import { useStore } from '../ui/store.ts';
import './viewer.css';
import './viewer-bar.css';
import './viewer-pictures.css';
import './viewer-lists.css';
import './viewer-print.css';
import { AsCode } from './as-code.tsx';
import { HodographPanel } from './hodograph-panel.tsx';
import { IndexTable } from './index-table.tsx';
import { LegFacts } from './leg-facts.tsx';
import { MissionList } from './mission-list.tsx';
import { openOverlays } from './overlays/open-overlays.ts';
import type { Overlays } from './overlays/overlay-store.ts';
import { ProfilePanel } from './profile-panel.tsx';
import { SkewTPanel } from './skew-t-panel.tsx';
import { SoundingNumbers } from './sounding-numbers.tsx';
import { openViewer } from './store/browser-viewer.ts';
import { askAhead, type FleetAhead } from './store/read-fleet.ts';
import { useDataIdentity } from './store/use-data-identity.ts';
import type { Viewer } from './store/viewer-store.ts';
import { TimeCursor } from './time-cursor.tsx';
import { TrackMap } from './track-map.tsx';
import { ViewerBar } from './viewer-bar.tsx';
import { ViewerProvider } from './viewer-context.tsx';
import { NeedsKey, ViewerNotes } from './viewer-notes.tsx';

interface DataViewerProps {
  /** There is something to see: what the server drew can go. */
  onShown: () => void;
}

export const DataViewer = memo(function DataViewer({ onShown }: DataViewerProps) {
  const site = useSite();
  const found = useDataIdentity();
  const identity = found === 'nobody' ? undefined : found;
  const latest = useRef(identity);
  latest.current = identity;
  const isKnown = identity !== undefined;
  const [opened, setOpened] = useState<Opened>();
  const ahead = useRef<FleetAhead>(undefined);
  useEffect(() => {
    ahead.current = askAhead(site, location.search);
  }, [site]);
  useEffect(() => {
    if (!isKnown) return;
    const identityOf = () => latest.current ?? { kind: 'demo' as const };
    const [viewer, overlays] = [openViewer(site, identityOf, ahead.current), openOverlays(site, identityOf)];
    setOpened({ viewer, overlays });
    return () => {
      viewer.close();
      overlays.close();
    };
  }, [site, isKnown]);
  if (found === 'nobody') return <NeedsKey />;
  return opened ? (
    <ViewerProvider value={opened.viewer}>
      <ViewerBody {...opened} onShown={onShown} />
    </ViewerProvider>
  ) : null;
});

interface Opened {
  viewer: Viewer;
  overlays: Overlays;
}

/** Drawn one after the other, each in a frame of its own: all at once they would keep a phone for a tenth of a second. */
const parts = ['sounding', 'side', 'profile', 'map', 'missions', 'code'] as const;

const parcelKinds = { mixed: 'mixed', lowest: 'lowest', unstable: 'mostUnstable' } as const;

function ViewerBody({ viewer, overlays, onShown }: DataViewerProps & Opened) {
  const state = useStore(viewer.state);
  const { settings, isWaiting, wanted } = state;
  // Drawn in steps that let scrolling and clicks in between.
  const [fleet, flight, leg] = [
    useDeferredValue(state.fleet),
    useDeferredValue(state.flight),
    useDeferredValue(state.leg),
  ];
  const { parcel, wind, heights, profile } = settings;
  const element = useRef<HTMLElement>(null);
  const isShown = flight !== undefined && leg !== undefined;
  const isDue = usePartByPart(isShown);
  // No frame shows both what the server drew and what takes its place.
  useLayoutEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  if (!isShown) return <ViewerNotes state={state} />;
  const { sounding, rows, number } = leg;
  return (
    <section
      ref={element}
      className="viewer"
      aria-label="Viewer"
      aria-busy={isWaiting || undefined}
      onKeyDown={(event) => onLegKey(event, (by) => void viewer.chooseLeg(number + by))}
    >
      <ViewerBar flight={flight} leg={leg} settings={settings} viewerRef={element} />
      <ViewerNotes state={state} />
      <TimeCursor leg={leg} wind={wind} />
      <div className="viewer-centre">
        {isUnavailable(sounding) ? (
          <p className="viewer-reason">{sounding.unavailable}</p>
        ) : (
          <>
            <SkewTPanel sounding={sounding} parcel={parcelKinds[parcel]} wind={wind} />
            {isDue('map') && <SoundingNumbers leg={leg} sounding={sounding} />}
          </>
        )}
      </div>
      {isDue('side') && !isUnavailable(sounding) && (
        <div className="viewer-side">
          <HodographPanel sounding={sounding} wind={wind} />
          <IndexTable sounding={sounding} parcel={parcelKinds[parcel]} wind={wind} heights={heights} />
          <LegFacts sounding={sounding} rows={rows.length} />
        </div>
      )}
      {isDue('profile') && <ProfilePanel flight={flight} leg={leg} profile={profile} />}
      {isDue('map') && (
        <div className="viewer-left">
          <TrackMap fleet={fleet} flight={flight} leg={leg} settings={settings} overlays={overlays} />
          {isDue('missions') && (
            <MissionList fleet={fleet} mission={wanted ?? state.flight?.mission ?? flight.mission} />
          )}
        </div>
      )}
      {isDue('code') && <AsCode flight={flight} number={number} settings={settings} />}
    </section>
  );
}

/** Whether it is a part's turn to be drawn. */
function usePartByPart(isShown: boolean): (part: (typeof parts)[number]) => boolean {
  const [last, setLast] = useState(0);
  useEffect(() => {
    if (!isShown || last === parts.length - 1) return;
    let timer: ReturnType<typeof setTimeout>;
    // After the frame that this one is drawn in.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setLast(last + 1)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isShown, last]);
  return (part) => parts.indexOf(part) <= last;
}

/** `[` and `]` are the legs before and after, wherever nothing is typed. */
function onLegKey(event: KeyboardEvent, go: (by: number) => void): void {
  const by = { '[': -1, ']': 1 }[event.key];
  const isTyping = event.target instanceof Element && event.target.matches('select, input:not([type])');
  if (by === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  go(by);
}
