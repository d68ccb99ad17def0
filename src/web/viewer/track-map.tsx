import { ArrowDown, ArrowUp } from 'lucide';
import { memo, useEffect, useMemo, useRef } from 'react';
import { regionName } from '../../pictures/earth/regions.ts';
import { type EarthMap, globeMap, worldMap } from '../../pictures/earth-map.ts';
import { drawFleet, nearestMark } from '../../pictures/fleet-map.ts';
import { parseTime } from '../../pictures/format.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { kilometres } from '../../pictures/sounding/unavailable.ts';
import { drawTrack } from '../../pictures/track-map.ts';
import { formatSpeed } from '../../pictures/units.ts';
import { hourMs } from '../../time.ts';
import type { FleetBalloon, FleetSnapshot } from '../../weather/contract.ts';
import { DayLabels, Dots, Earth, FleetLines, Lines, Svg } from '../pictures/svg.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatClock, formatPosition } from './format.ts';
import type { Overlays } from './overlays/overlay-store.ts';
import { CursorMark, CursorText, useClickPoint, useViewer, useWidth } from './panel.tsx';
import { OverlaysMenu } from './settings-menus.tsx';
import type { Settings } from './store/viewer-address.ts';
import type { Flight, ViewedLeg } from './store/viewer-data.ts';
import { useOverlays } from './use-overlays.tsx';

interface TrackMapProps {
  fleet: FleetSnapshot | undefined;
  flight: Flight;
  leg: ViewedLeg;
  settings: Settings;
  overlays: Overlays;
}

const letterPixels = 11;
/** A click must be this near to a track. */
const reachPixels = 24;

/** All balloons, and the selected flight with its track, leg and predicted path. */
export const TrackMap = memo(function TrackMap({ fleet, flight, leg, settings, overlays }: TrackMapProps) {
  const viewer = useViewer();
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure, 320);
  const isWorld = settings.map === 'world';
  const earth = useMemo(() => earthAround(isWorld, flight, leg.leg), [isWorld, flight, leg]);
  const others = useMemo(
    () => fleet?.balloons.filter(({ name }) => name !== flight.mission) ?? [],
    [fleet, flight],
  );
  const { code, shown, notes } = useOverlays(overlays, settings, leg.leg);
  const speed = (metresPerSecond: number) => formatSpeed(metresPerSecond, settings);
  useClickPoint(figure, (point, unitsPerPixel) => {
    const reach = reachPixels * unitsPerPixel;
    const ownMarks = trackOf(flight).flatMap(({ timeMs, ...position }) => {
      const place = earth.project(position);
      return place ? [{ ...place, timeMs }] : [];
    });
    const own = nearestMark(ownMarks, point, reach);
    if (own) return void viewer.chooseTime(own.timeMs / 1000);
    const otherMarks = drawFleet(others, earth).flatMap(({ name, marks }) =>
      marks.map((mark) => ({ ...mark, name })),
    );
    const other = nearestMark(otherMarks, point, reach / 2);
    if (other) void viewer.chooseMission(other.name);
  });
  return (
    <figure ref={figure} className="picture viewer-map" aria-label="Ground track map">
      <Svg
        width={earth.width}
        height={earth.height}
        label={`Track of ${flight.mission} among ${others.length} other balloons, all of which are in the list of missions.`}
      >
        <Earth earth={earth} />
        {code && (
          <code.OverlayLayers overlays={shown} earth={earth} letter={(letterPixels * earth.width) / width} />
        )}
        <Others balloons={others} earth={earth} />
        <Track flight={flight} leg={leg} earth={earth} hasLabels={!isWorld} />
        <CursorMark at={(row) => positionOf(row).map(earth.project)[0]}>
          <circle className="drawn-halo" r="11" />
          <circle className="viewer-cursor-dot" r="5" />
        </CursorMark>
      </Svg>
      <OverlaysMenu settings={settings} />
      <figcaption>
        <CursorText
          text={(row) =>
            [
              `${flight.mission} at ${formatClock(row.timestamp)}: ${formatPosition(row)}`,
              ...positionOf(row).map(regionName),
            ].join(', ')
          }
        />
        <button
          type="button"
          className="viewer-scope"
          onClick={() => viewer.set('map', isWorld ? 'near' : 'world')}
        >
          {isWorld ? 'Zoom to flight' : 'World'}
        </button>
      </figcaption>
      {code && shown.length > 0 && (
        <>
          <p className="viewer-readout">
            <CursorText text={(row) => code.overlayText(shown, row, speed)} />
          </p>
          <code.OverlayLegend overlays={shown} isWorld={isWorld} speed={speed} />
        </>
      )}
      {notes}
    </figure>
  );
});

const Others = memo(({ balloons, earth }: { balloons: FleetBalloon[]; earth: EarthMap }) => (
  <g className="viewer-others">
    <FleetLines balloons={drawFleet(balloons, earth)} />
  </g>
));

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

let world: EarthMap | undefined;
const aroundMs = 18 * hourMs;

/** The whole earth, or the part of it where the balloon is some hours before and after a leg. */
function earthAround(isWorld: boolean, flight: Flight, { begin, end }: Leg): EarthMap {
  if (isWorld) {
    world ??= worldMap();
    return world;
  }
  const [fromMs, toMs] = [begin.timeSeconds * 1000 - aroundMs, end.timeSeconds * 1000 + aroundMs];
  return globeMap(
    [...trackOf(flight), ...pathOf(flight)].filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs),
  );
}

interface MissionListProps {
  fleet: FleetSnapshot | undefined;
  /** The mission that is shown or loading, in the air or not. */
  mission: string;
}

export const missionListId = 'viewer-missions';

/** Every balloon, newest first: the same choice as on the map. */
export const MissionList = memo(function MissionList({ fleet, mission }: MissionListProps) {
  const viewer = useViewer();
  const balloons = fleet?.balloons.toReversed() ?? [];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection or a new list may be out of sight
  useEffect(() => {
    // The observer fires after layout; measuring earlier would force a layout of the whole page.
    const observer = new ResizeObserver(([entry]) => {
      observer.disconnect();
      if (entry) scrollToSelected(entry.target);
    });
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [mission, fleet]);
  const isFlying = balloons.some(({ name }) => name === mission);
  return (
    <fieldset className="viewer-missions" id={missionListId}>
      <legend>Missions</legend>
      <div ref={list} className="viewer-missions-list">
        {!isFlying && (
          <label className="viewer-mission">
            <input type="radio" name="viewer-mission" checked readOnly />
            <b>{mission}</b>
            <span className="viewer-mission-region">not in flight</span>
          </label>
        )}
        {balloons.map((balloon) => (
          <label key={balloon.id} className="viewer-mission">
            <input
              type="radio"
              name="viewer-mission"
              checked={balloon.name === mission}
              onChange={() => void viewer.chooseMission(balloon.name)}
            />
            <b>{balloon.name}</b>
            <MissionDetails balloon={balloon} />
          </label>
        ))}
      </div>
    </fieldset>
  );
});

/** Scrolls only the list, so that the page stays where it is. */
function scrollToSelected(list: Element): void {
  const selected = list.querySelector(':checked')?.closest('label');
  if (!selected) return;
  const { offsetTop, offsetHeight } = selected;
  const isInSight =
    offsetTop >= list.scrollTop && offsetTop + offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isInSight) list.scrollTop = offsetTop - (list.clientHeight - offsetHeight) / 2;
}

function MissionDetails({ balloon }: { balloon: FleetBalloon }) {
  const { launch_time, altitude, is_rising, track } = balloon;
  const position = track.at(-1);
  if (!position) return <span className="viewer-mission-region">launched {launch_time.slice(0, 10)}</span>;
  const [latitude, longitude] = position;
  const arrow = is_rising ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="viewer-mission-region">{regionName({ latitude, longitude })}</span>
      <span className="viewer-mission-height">
        {kilometres(altitude)}
        <Icon of={arrow} size={14} label={is_rising ? 'ascending' : 'descending'} />
      </span>
    </>
  );
}
