import { memo, useMemo, useRef } from 'react';
import { drawTrack } from '../../drawing/map.ts';
import { drawSky } from '../../drawing/sky-map.ts';
import { regionName } from '../../earth/regions.ts';
import type { ObservationRow } from '../../sounding/rows.ts';
import type { Sky } from '../../weather/contract.ts';
import { SkyLines } from '../pictures/drawings/sky-picture.tsx';
import { Earth } from '../pictures/parts/earth.tsx';
import { Lines, round, Svg } from '../pictures/parts/svg.tsx';
import { CursorMark, CursorWords } from './cursor-marks.tsx';
import { earthOf, nearestMark, pathOf, trackOf } from './near-map.ts';
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
  sky: Sky | undefined;
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
export const TrackMap = memo(function TrackMap({ sky, flight, leg, settings, overlays }: TrackMapProps) {
  const viewer = useViewer();
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure, 320);
  const { map } = settings;
  const drawn = useMemo(() => drawMap({ sky, flight, leg, map }), [sky, flight, leg, map]);
  const { code, shown, states, retry } = useOverlays(overlays, settings, leg.leg);
  const speed = (metresPerSecond: number) => speedWords(metresPerSecond, settings.wind);
  const { earth, others, marks, track, legLines, path } = drawn;
  useClickPlace(figure, (place, unitsPerPixel) => {
    const reach = REACH_PIXELS * unitsPerPixel;
    const own = nearestMark(marks, place, reach);
    const other = nearestMark(
      others.flatMap(({ name, marks: points }) => points.map((point) => ({ ...point, name }))),
      place,
      reach / 2,
    );
    if (other && !own) void viewer.chooseMission(other.name);
    else if (own) void viewer.chooseTime(own.timeMs / 1000);
  });
  const at = ({ latitude, longitude }: ObservationRow) =>
    latitude === null || longitude === null ? undefined : earth.place({ latitude, longitude });
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
        <g className="viewer-others">
          <SkyLines balloons={others} />
        </g>
        <Lines className="drawn-track" of={track} />
        <Lines className="viewer-path" of={path.lines} />
        <path
          className="viewer-path-dots"
          d={path.dots.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join('')}
        />
        {map === 'near' &&
          path.dots.map(
            ({ x, y, timeMs, label }) =>
              label && (
                <text key={timeMs} className="drawn-day" x={round(x) + 7} y={round(y) - 7}>
                  {label}
                </text>
              ),
          )}
        <Lines className="viewer-leg-line" of={legLines} />
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

const regionWords = ({ latitude, longitude }: ObservationRow) =>
  latitude === null || longitude === null ? '' : `, ${regionName({ latitude, longitude })}`;

type Drawn = Pick<TrackMapProps, 'sky' | 'flight' | 'leg'> & Pick<Settings, 'map'>;

function drawMap({ sky, flight, leg, map }: Drawn) {
  const earth = earthOf(map, flight, leg.leg);
  const points = trackOf(flight);
  return {
    earth,
    others: drawSky({ balloons: sky?.balloons ?? [] }, earth).balloons.filter(
      ({ name }) => name !== flight.mission,
    ),
    track: earth.line(points),
    marks: points.flatMap((point) => {
      const place = earth.place(point);
      return place ? [{ ...place, timeMs: point.timeMs }] : [];
    }),
    legLines: earth.line(
      leg.rows.flatMap(({ latitude, longitude }) =>
        latitude === null || longitude === null ? [] : [{ latitude, longitude }],
      ),
    ),
    path: drawTrack(earth, { name: flight.mission, points: pathOf(flight) }),
  };
}
