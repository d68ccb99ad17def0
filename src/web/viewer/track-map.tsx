import { memo, useMemo, useRef } from 'react';
import { regionName } from '../../pictures/earth/regions.ts';
import type { EarthMap } from '../../pictures/earth-map.ts';
import { drawFleet } from '../../pictures/fleet-map.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { drawTrack } from '../../pictures/track-map.ts';
import type { FleetSnapshot } from '../../weather/contract.ts';
import { FleetLines } from '../pictures/fleet-map.tsx';
import { Earth, Lines, roundToTenth, Svg } from '../pictures/svg.tsx';
import { CursorMark, CursorWords } from './cursor-marks.tsx';
import { earthOf, marksOf, nearestMark, pathOf, trackOf } from './near-map.ts';
import { OverlayNotes } from './overlays/overlay-notes.tsx';
import type { Overlays } from './overlays/overlay-store.ts';
import { useOverlays } from './overlays/use-overlays.ts';
import { clockWords, placeWords, speedWords } from './row-words.ts';
import { ScopeButton } from './scope-button.tsx';
import type { Settings } from './store/viewer-address.ts';
import type { Flight, ViewedLeg } from './store/viewer-data.ts';
import { useClickPlace } from './use-click-place.ts';
import { useWidth } from './use-width.ts';
import { useViewer } from './viewer-context.tsx';

interface TrackMapProps {
  fleet: FleetSnapshot | undefined;
  flight: Flight;
  leg: ViewedLeg;
  settings: Settings;
  overlays: Overlays;
}

/** Of what is written over the map. */
const LETTER_PIXELS = 11;

/** So near to a line a click must be. */
const REACH_PIXELS = 24;

/** All balloons, and the flight that is shown: where it has been, where the leg is, where the wind will carry it. */
export const TrackMap = memo(function TrackMap({ fleet, flight, leg, settings, overlays }: TrackMapProps) {
  const viewer = useViewer();
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure, 320);
  const { map } = settings;
  const earth = useMemo(() => earthOf(map, flight, leg.leg), [map, flight, leg]);
  const others = useMemo(
    () => fleet?.balloons.filter(({ name }) => name !== flight.mission) ?? [],
    [fleet, flight],
  );
  const { code, shown, states, retry } = useOverlays(overlays, settings, leg.leg);
  const speed = (metresPerSecond: number) => speedWords(metresPerSecond, settings.wind);
  useClickPlace(figure, (place, unitsPerPixel) => {
    const reach = REACH_PIXELS * unitsPerPixel;
    const own = nearestMark(marksOf(earth, trackOf(flight)), place, reach);
    const other = nearestMark(
      drawFleet(others, earth).flatMap(({ name, marks }) => marks.map((mark) => ({ ...mark, name }))),
      place,
      reach / 2,
    );
    if (other && !own) void viewer.chooseMission(other.name);
    else if (own) void viewer.chooseTime(own.timeMs / 1000);
  });
  const at = (row: SoundingRow) => placeOf(row).map(earth.project)[0];
  return (
    <figure ref={figure} className="picture viewer-map" aria-label="Ground track map">
      <Svg
        width={earth.width}
        height={earth.height}
        label={`The track of ${flight.mission} among ${others.length} other balloons. The list of missions has them all.`}
      >
        <Earth earth={earth} />
        {code && (
          <code.OverlayMarks overlays={shown} earth={earth} letter={(LETTER_PIXELS * earth.width) / width} />
        )}
        <Others balloons={others} earth={earth} />
        <Track flight={flight} leg={leg} earth={earth} hasLabels={map === 'near'} />
        <CursorMark at={at}>
          <circle className="drawn-halo" r="11" />
          <circle className="viewer-cursor-dot" r="5" />
        </CursorMark>
      </Svg>
      <figcaption>
        <CursorWords
          words={(row) =>
            `${flight.mission} at ${clockWords(row.timestamp)}: ${placeWords(row)}${regionWords(row)}`
          }
        />
        <ScopeButton
          setting="map"
          next={map === 'world' ? 'near' : 'world'}
          words={map === 'world' ? 'Zoom to the flight' : 'Whole world'}
        />
      </figcaption>
      {code && shown.length > 0 && (
        <>
          <p className="viewer-readout">
            <CursorWords words={(row) => code.wordsOver(shown, row, speed)} />
          </p>
          <code.OverlayLegend overlays={shown} isWorld={map === 'world'} speed={speed} />
        </>
      )}
      <OverlayNotes states={states} onRetry={retry} />
    </figure>
  );
});

const regionWords = ({ latitude, longitude }: SoundingRow) =>
  latitude === null || longitude === null ? '' : `, ${regionName({ latitude, longitude })}`;

const Others = memo(({ balloons, earth }: Pick<FleetSnapshot, 'balloons'> & { earth: EarthMap }) => (
  <g className="viewer-others">
    <FleetLines balloons={drawFleet(balloons, earth)} />
  </g>
));

type TrackProps = Pick<TrackMapProps, 'flight' | 'leg'> & { earth: EarthMap; hasLabels: boolean };

const Track = memo(({ flight, leg, earth, hasLabels }: TrackProps) => {
  const { lines, dots } = drawTrack(earth, { name: flight.mission, points: pathOf(flight) });
  return (
    <>
      <Lines className="drawn-track" of={earth.projectLine(trackOf(flight))} />
      <Lines className="viewer-path" of={lines} />
      <path
        className="viewer-path-dots"
        d={dots.map(({ x, y }) => `M${roundToTenth(x)} ${roundToTenth(y)}h0`).join('')}
      />
      {hasLabels &&
        dots.map(
          ({ x, y, timeMs, label }) =>
            label && (
              <text key={timeMs} className="drawn-day" x={roundToTenth(x) + 7} y={roundToTenth(y) - 7}>
                {label}
              </text>
            ),
        )}
      <Lines className="viewer-leg-line" of={earth.projectLine(leg.rows.flatMap(placeOf))} />
    </>
  );
});

const placeOf = ({ latitude, longitude }: SoundingRow) =>
  latitude === null || longitude === null ? [] : [{ latitude, longitude }];
