import { Minus, Plus } from 'lucide';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Coordinates } from '../../api/data-api.ts';
import { regionName } from '../../pictures/earth/regions.ts';
import type { EarthMap } from '../../pictures/earth-map.ts';
import { drawFleet, nearestBalloon, nearestMark } from '../../pictures/fleet-map.ts';
import { formatCoordinates, parseTime } from '../../pictures/format.ts';
import { isInside, type Point } from '../../pictures/geometry.ts';
import { type MapView, viewGlobe, viewWorld } from '../../pictures/map-view.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { drawTrack } from '../../pictures/track-map.ts';
import { formatSpeed } from '../../pictures/units.ts';
import { hourMs } from '../../time.ts';
import type { FleetSnapshot } from '../../weather/contract.ts';
import type { ApiIdentity } from '../api/identity.ts';
import { DayLabels, Dots, Earth, FleetLines, Lines, round, Svg } from '../pictures/svg.tsx';
import { formatClockWithSeconds, formatPosition } from './format.ts';
import { IconButton } from './icon-button.tsx';
import { useMapGestures } from './map-gestures.ts';
import { CursorMark, CursorText, focusTimeCursor, useSize, useViewer } from './panel.tsx';
import { OverlaysMenu } from './settings-menus.tsx';
import type { Settings } from './store/viewer-address.ts';
import type { Flight, ViewedLeg } from './store/viewer-data.ts';
import { useOverlays } from './use-overlays.tsx';

interface TrackMapProps {
  fleet: FleetSnapshot | undefined;
  flight: Flight;
  leg: ViewedLeg;
  settings: Settings;
  mapView: MapView | undefined;
  getIdentity: () => ApiIdentity;
}

const letterPixels = 11;
/** A click must be this near to a balloon or a track. */
const reachPixels = 14;
/** From this zoom on, the map of the world has as many labels and lines as that of a flight. */
const detailZoom = 3;
const zoomStep = 1.6;
const zoomKeys: Record<string, number> = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep };
/** The part of the map that an arrow key moves it, to the east and to the south. */
const moveKeys: Record<string, [east: number, south: number]> = {
  ArrowLeft: [-0.2, 0],
  ArrowRight: [0.2, 0],
  ArrowUp: [0, -0.2],
  ArrowDown: [0, 0.2],
};

/** All balloons, and the selected flight with its track, leg and predicted path. */
export const TrackMap = memo(function TrackMap(props: TrackMapProps) {
  const { fleet, flight, leg, settings, mapView, getIdentity } = props;
  const viewer = useViewer();
  const surface = useRef<HTMLFieldSetElement>(null);
  const layer = useRef<SVGGElement>(null);
  const size = useSize(surface);
  const isWorld = settings.map === 'world';
  const near = useMemo(() => (isWorld ? undefined : positionsNear(flight, leg.leg)), [isWorld, flight, leg]);
  const map = useMemo(
    () => size && (near ? viewGlobe(size, near, mapView) : viewWorld(size, mapView)),
    [size, near, mapView],
  );
  const earth = map?.earth;
  const isDetailed = !isWorld || (map?.view.zoom ?? 1) >= detailZoom;
  const others = useMemo(
    () => fleet?.balloons.filter(({ name }) => name !== flight.mission) ?? [],
    [fleet, flight],
  );
  const drawn = useMemo(() => (earth ? drawFleet(others, earth) : []), [others, earth]);
  const { code, shown, notes } = useOverlays(getIdentity, settings, leg.leg);
  const speed = (metresPerSecond: number) => formatSpeed(metresPerSecond, settings);
  const [pointed, setPointed] = useState<string>();
  useMapFollowsLeg(leg, earth, mapView);

  const markAt = (point: Point) => {
    const rows = trackOf(flight).flatMap(({ timeMs, ...position }) => {
      const place = earth?.project(position);
      return place ? [{ ...place, timeMs }] : [];
    });
    const own = nearestMark(rows, point, reachPixels);
    return own ? { timeMs: own.timeMs } : nearestBalloon(drawn, point, reachPixels);
  };
  const { zoomBy, moveBy } = useMapGestures(
    { surface, layer },
    {
      map,
      onView: viewer.moveMap,
      onClick(point) {
        const mark = markAt(point);
        if (mark && 'name' in mark) return void viewer.chooseMission(mark.name);
        if (!mark) return;
        void viewer.chooseTime(mark.timeMs / 1000);
        focusTimeCursor();
      },
      onHover(point) {
        const mark = point && markAt(point);
        setPointed(mark && ('name' in mark ? mark.name : flight.mission));
      },
    },
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const factor = zoomKeys[event.key];
    const move = moveKeys[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (factor) zoomBy(factor);
    else if (move) moveBy(...move);
    else if (event.key === '0') viewer.moveMap(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <figure className="picture viewer-map" aria-label="Ground track map">
      <div className="viewer-map-frame">
        <fieldset
          ref={surface}
          className="viewer-map-surface"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map while it has the focus
          tabIndex={0}
          aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows all of it."
          data-zoomed={mapView !== undefined || undefined}
          data-pointed={pointed !== undefined || undefined}
          onKeyDown={onKeyDown}
        >
          {earth && (
            <Svg
              width={earth.width}
              height={earth.height}
              label={`Track of ${flight.mission} among ${others.length} other balloons, all of which are in the list of missions.`}
            >
              <g ref={layer}>
                <Earth earth={earth} />
                {code && (
                  <code.OverlayLayers
                    overlays={shown}
                    earth={earth}
                    letter={letterPixels}
                    isDetailed={isDetailed}
                  />
                )}
                <Others balloons={drawn} />
                <Track flight={flight} leg={leg} earth={earth} hasLabels={isDetailed} />
                {pointed && <PointedName name={pointed} balloons={drawn} width={earth.width} />}
                <CursorMark at={(row) => positionOf(row).map(earth.project)[0]}>
                  <circle className="drawn-halo" r="11" />
                  <circle className="viewer-cursor-dot" r="5" />
                </CursorMark>
              </g>
            </Svg>
          )}
        </fieldset>
        <div className="viewer-map-buttons">
          <IconButton label="Zoom in" icon={Plus} onClick={() => zoomBy(zoomStep)} />
          <IconButton label="Zoom out" icon={Minus} onClick={() => zoomBy(1 / zoomStep)} />
        </div>
        <OverlaysMenu settings={settings} />
        {code && shown.length > 0 && (
          <div className="viewer-map-legend">
            <code.OverlayLegend overlays={shown} isDetailed={isDetailed} speed={speed} />
            <p>
              <CursorText text={(row) => code.overlayText(shown, row, speed)} />
            </p>
          </div>
        )}
      </div>
      <figcaption>
        <CursorText
          text={(row) =>
            [
              `${flight.mission} at ${formatClockWithSeconds(row.timestamp)}: ${formatPosition(row)}`,
              ...positionOf(row).map(regionName),
            ].join(', ')
          }
        />
        <span className="viewer-map-scopes">
          {mapView && (
            <button type="button" className="viewer-scope" onClick={() => viewer.moveMap(undefined)}>
              Reset map
            </button>
          )}
          <button
            type="button"
            className="viewer-scope"
            onClick={() => viewer.set('map', isWorld ? 'near' : 'world')}
          >
            {isWorld ? 'Zoom to flight' : 'World'}
          </button>
        </span>
      </figcaption>
      <p className="visually-hidden" aria-live="polite">
        {mapView &&
          `Map centred on ${formatCoordinates(mapView)}, enlarged ${mapView.zoom.toFixed(1)} times.`}
      </p>
      {notes}
    </figure>
  );
});

/** A leg that is chosen elsewhere may be outside of the map; a link shows the part of the map that it names. */
function useMapFollowsLeg(leg: ViewedLeg, earth: EarthMap | undefined, view: MapView | undefined): void {
  const viewer = useViewer();
  const followed = useRef(leg);
  useEffect(() => {
    if (followed.current === leg) return;
    followed.current = leg;
    const [position] = leg.rows.slice(leg.rows.length >> 1).flatMap(positionOf);
    const point = position && earth?.project(position);
    if (!view || !position || (point && earth && isInside(point, earth.frame))) return;
    viewer.moveMap({ ...position, zoom: view.zoom });
  }, [viewer, leg, earth, view]);
}

const Others = memo(({ balloons }: { balloons: ReturnType<typeof drawFleet> }) => (
  <g className="viewer-others">
    <FleetLines balloons={balloons} />
  </g>
));

interface PointedNameProps {
  name: string;
  balloons: ReturnType<typeof drawFleet>;
  width: number;
}

/** The name of the balloon under the mouse, next to it. */
function PointedName({ name, balloons, width }: PointedNameProps) {
  const balloon = balloons.find((each) => each.name === name);
  if (!balloon?.head) return null;
  const { x, y } = balloon.head;
  const isAtRightEdge = x > width - 80;
  return (
    <g>
      <Lines className="drawn-track" of={balloon.track} />
      <circle className="drawn-dot" cx={round(x)} cy={round(y)} r="5" />
      <text
        className="drawn-name drawn-haloed"
        x={round(x) + (isAtRightEdge ? -10 : 10)}
        y={Math.max(14, round(y) - 8)}
        textAnchor={isAtRightEdge ? 'end' : 'start'}
      >
        {name}
      </text>
    </g>
  );
}

type TrackProps = Pick<TrackMapProps, 'flight' | 'leg'> & { earth: EarthMap; hasLabels: boolean };

const Track = memo(({ flight, leg, earth, hasLabels }: TrackProps) => {
  const { lines, dots } = drawTrack(earth, { name: flight.mission, rows: pathOf(flight) });
  return (
    <>
      <Lines className="drawn-track" of={earth.projectLine(trackOf(flight))} />
      <Lines className="viewer-path" of={lines} />
      <Dots className="viewer-path-dots" at={dots} />
      {hasLabels && <DayLabels dots={dots} />}
      <Lines className="viewer-leg-line" of={earth.projectLine(leg.rows.flatMap(positionOf))} />
    </>
  );
});

/** The position of a row, or none. */
const positionOf = ({ latitude, longitude }: SoundingRow) =>
  latitude === null || longitude === null ? [] : [{ latitude, longitude }];

const trackOf = ({ track }: Flight) =>
  track.map(({ transmit_time: time, latitude, longitude }) => ({
    timeMs: parseTime(time),
    latitude,
    longitude,
  }));

const pathOf = ({ path }: Flight) =>
  path.map(({ time, latitude, longitude }) => ({ timeMs: parseTime(time), latitude, longitude }));

const aroundMs = 18 * hourMs;

/** Where the balloon is from some hours before a leg to some hours after it. */
function positionsNear(flight: Flight, { begin, end }: Leg): Coordinates[] {
  const [fromMs, toMs] = [begin.timeSeconds * 1000 - aroundMs, end.timeSeconds * 1000 + aroundMs];
  return [...trackOf(flight), ...pathOf(flight)].filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
}
