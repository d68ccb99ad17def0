import {
  type KeyboardEvent,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isSandboxed } from '../../content/sandbox.ts';
import { isUnavailable } from '../../pictures/sounding/unavailable.ts';
import { pages } from '../../urls.ts';
import type { ApiIdentity } from '../api/identity.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { useAuth } from '../session/auth-context.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { useStore } from '../ui/store.ts';
import { CodePanel, TerminalCall } from './code-panel.tsx';
import type { Reference } from './comparison/reference-store.ts';
import { Diagram, DiagramTabs, useSwipe } from './diagrams.tsx';
import { formatClockWithSeconds } from './format.ts';
import { FailureNote, useViewer, ViewerProvider } from './panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import {
  type Comparison,
  HodographPanel,
  IndexTable,
  QualityPanel,
  SkewTPanel,
  SoundingTable,
} from './sounding-panels.tsx';
import { missionsCall } from './store/flight-calls.ts';
import { openViewer, useDataIdentity } from './store/open-viewer.ts';
import { type Prefetched, takePrefetched } from './store/prefetch.ts';
import type { ViewedLeg } from './store/viewer-data.ts';
import type { Viewer, ViewerState } from './store/viewer-store.ts';
import { TimeCursor } from './time-cursor.tsx';
import { TrackMap } from './track-map.tsx';
import { ViewerBar } from './viewer-bar.tsx';
import './viewer.css';
import './viewer-bar.css';
import './viewer-pictures.css';
import './viewer-lists.css';
import './viewer-print.css';

interface DataViewerProps {
  /** Called when the viewer is drawn, so that the server's pictures can be removed. */
  onShown: () => void;
}

interface OpenedViewer {
  viewer: Viewer;
  getIdentity: () => ApiIdentity;
  /** The page was opened by a link to a flight. */
  isLinked: boolean;
}

export function DataViewer({ onShown }: DataViewerProps) {
  const site = useSite();
  const identity = useDataIdentity();
  const latest = useRef(identity);
  latest.current = identity;
  const isKnown = identity !== undefined && identity !== 'none';
  const [opened, setOpened] = useState<OpenedViewer>();
  const prefetched = useRef<Prefetched>({});
  useEffect(() => {
    prefetched.current = takePrefetched(site);
  }, [site]);
  useEffect(() => {
    if (!isKnown) return;
    const getIdentity = () =>
      latest.current && latest.current !== 'none' ? latest.current : { kind: 'demo' as const };
    const isLinked = new URLSearchParams(location.search).has('mission');
    const viewer = openViewer(site, getIdentity, prefetched.current);
    setOpened({ viewer, getIdentity, isLinked });
    return () => viewer.close();
  }, [site, isKnown]);
  if (identity === 'none') return <NeedsKey />;
  return opened ? (
    <ViewerProvider value={opened.viewer}>
      <ViewerBody {...opened} onShown={onShown} />
    </ViewerProvider>
  ) : null;
}

/** Panels are drawn in this order, one per frame: all at once would block a phone for a tenth of a second. */
const panels = ['sounding', 'hodograph', 'profile', 'map', 'side', 'numbers', 'code'] as const;

const parcelKinds = { mixed: 'mixed', lowest: 'lowest', unstable: 'mostUnstable' } as const;

function ViewerBody({ viewer, getIdentity, isLinked, onShown }: DataViewerProps & OpenedViewer) {
  const state = useStore(viewer.state);
  // Panels are rendered at low priority, so that scrolling and clicks are not delayed.
  const { fleet, flight, leg, compare } = useDeferredValue(state);
  const { settings, mapView, isWaiting, loadingMission } = state;
  const { wind, heights, temperature } = settings;
  const units = useMemo(() => ({ wind, heights, temperature }), [wind, heights, temperature]);
  const parcel = parcelKinds[settings.parcel];
  const element = useRef<HTMLElement>(null);
  const isShown = flight !== undefined && leg !== undefined;
  const isDue = useStagedPanels(isShown);
  const swipe = useSwipe(settings.diagram, (diagram) => viewer.set('diagram', diagram));
  const { code, comparison, setReferences, note } = useComparison(leg, isDue('code'));
  // A layout effect, so that no frame shows the server's pictures together with the viewer.
  useLayoutEffect(() => {
    if (!isShown) return;
    onShown();
    // The page is at the viewer already, and its keys work at once.
    if (isLinked && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [isShown, isLinked, onShown]);
  if (!isShown) return <ViewerNotes state={state} />;
  const { sounding, rows, number } = leg;
  const reason = isUnavailable(sounding) && <p className="viewer-reason">{sounding.unavailable}</p>;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { '[': -1, ']': 1 }[event.key];
    const isTyping =
      event.target instanceof Element && event.target.matches('input:is(:not([type]), [type="search"])');
    if (step === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    void viewer.stepLeg(step);
  };
  return (
    <section
      ref={element}
      className="viewer"
      aria-label="Viewer"
      aria-busy={isWaiting || undefined}
      // A click anywhere in the viewer gives it the focus, so that its keys work.
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...swipe}
    >
      <ViewerBar
        fleet={fleet}
        flight={flight}
        leg={leg}
        settings={settings}
        loadingMission={loadingMission ?? state.flight?.mission}
        viewerRef={element}
      />
      <ViewerNotes state={state} />
      <TimeCursor leg={leg} units={units} />
      <DiagramTabs selected={settings.diagram} onSelect={(diagram) => viewer.set('diagram', diagram)} />
      <Diagram name="skew-t" selected={settings.diagram}>
        {reason}
        {!isUnavailable(sounding) && (
          <SkewTPanel sounding={sounding} parcel={parcel} units={units} comparison={comparison} />
        )}
      </Diagram>
      <Diagram name="hodograph" selected={settings.diagram}>
        {reason}
        {!isUnavailable(sounding) && isDue('hodograph') && (
          <HodographPanel
            sounding={sounding}
            units={units}
            winds={settings.hodograph}
            comparison={comparison}
          />
        )}
      </Diagram>
      <Diagram name="map" selected={settings.diagram}>
        {isDue('map') && (
          <TrackMap
            fleet={fleet}
            flight={flight}
            leg={leg}
            settings={settings}
            mapView={mapView}
            getIdentity={getIdentity}
          />
        )}
      </Diagram>
      <Diagram name="profile" selected={settings.diagram}>
        {isDue('profile') && (
          <ProfilePanel flight={flight} leg={leg} profile={settings.profile} units={units} />
        )}
      </Diagram>
      {!isUnavailable(sounding) && (
        <>
          {note}
          {code && (
            <code.ComparisonPanel
              viewer={viewer}
              flight={flight}
              leg={leg}
              sounding={sounding}
              fleet={fleet}
              compare={compare}
              settings={settings}
              units={units}
              getIdentity={getIdentity}
              onChange={setReferences}
            />
          )}
          {isDue('side') && (
            <div className="viewer-side">
              <IndexTable sounding={sounding} parcel={parcel} units={units} />
            </div>
          )}
          {isDue('numbers') && (
            <div className="viewer-numbers">
              <QualityPanel sounding={sounding} rows={rows.length} units={units} />
              <SoundingTable mission={leg.mission} number={number} sounding={sounding} units={units} />
            </div>
          )}
        </>
      )}
      {isDue('code') && <CodePanel flight={flight} number={number} settings={settings} />}
    </section>
  );
}

const comparisonCode = onDemand(() => import('./comparison/comparison-panel.tsx'));
const noReferences: readonly Reference[] = [];
const noComparison: Comparison = { code: undefined, references: noReferences };

/** The profiles that this leg is compared with. Their code is loaded when the viewer is complete. */
function useComparison(leg: ViewedLeg | undefined, isDue: boolean) {
  const { value: code, failure, retry } = useOnDemand(comparisonCode, isDue);
  const [all, setReferences] = useState(noReferences);
  const comparison = useMemo((): Comparison => {
    const references = all.filter(({ sounding }) => sounding === leg?.sounding);
    // Without references the diagrams need no code, so its arrival doesn't draw them again.
    return references.length > 0 ? { code, references } : noComparison;
  }, [code, all, leg]);
  const note = failure && <FailureNote message="The comparison couldn't be loaded." onRetry={retry} />;
  return { code, comparison, setReferences, note };
}

/** Returns whether a panel may be drawn yet. */
function useStagedPanels(isShown: boolean): (panel: (typeof panels)[number]) => boolean {
  const [last, setLast] = useState(0);
  useEffect(() => {
    if (!isShown || last === panels.length - 1) return;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setLast(last + 1)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isShown, last]);
  return (panel) => panels.indexOf(panel) <= last;
}

/** Errors, and remarks about links. What was shown before stays. */
function ViewerNotes({ state }: { state: ViewerState }) {
  const viewer = useViewer();
  const { error, remarks, leg, asOfMs, isWaiting } = state;
  const { sandbox } = useSite();
  // In the sandbox the server has drawn pictures that are shown while the viewer loads.
  const hasPictures = leg || isSandboxed(sandbox, 'data');
  return (
    <div className="viewer-notes" role="status">
      {remarks.length > 0 && <p>{remarks.join(' ')}</p>}
      {error && (
        <FailureNote
          message={`${error.message}${leg ? ` Still showing ${leg.mission} as of ${formatClockWithSeconds(Math.floor(asOfMs / 1000))}.` : ''}`}
          onRetry={() => void viewer.retry()}
        />
      )}
      {error?.status === 0 && !leg && <TerminalCall call={missionsCall} />}
      {isWaiting && !hasPictures && <p className="late">Loading the balloons...</p>}
    </div>
  );
}

/** The provider's observations need an all-access key. */
function NeedsKey() {
  const { state, openSignUp } = useAuth();
  return (
    <p className="viewer-needs-key">
      The Data API needs an all-access key.{' '}
      {state === 'authenticated' ? (
        <>
          You don't have one yet.{' '}
          <Link className="link" href={pages.apiKeys}>
            Request all access
          </Link>{' '}
          on your keys page to open the viewer.
        </>
      ) : (
        <>
          Sign in if you have one, or{' '}
          <button type="button" className="link" onClick={openSignUp}>
            get a key
          </button>{' '}
          and request all access to open the viewer.
        </>
      )}
    </p>
  );
}
