import { basinBoxes } from '../../api/parameters.ts';
import { drawCyclones } from '../../pictures/cyclone-tracks.ts';
import { parseTime } from '../../pictures/format.ts';
import type { Point } from '../../pictures/geometry.ts';
import type { Picture } from '../../pictures/picture.ts';
import { type DrawnTrack, drawTrackMap } from '../../pictures/track-map.ts';
import { drawWinds } from '../../pictures/wind-map.ts';
import { Barbs, Earth, Lines, roundToTenth, Svg } from './svg.tsx';

type PictureOf<Kind extends Picture['kind']> = Extract<Picture, { kind: Kind }>;

export function WindsPicture({
  readings,
  label,
}: {
  readings: PictureOf<'winds'>['readings'];
  label: string;
}) {
  const { earth, winds } = drawWinds(
    readings.map(({ mission, latitude, longitude, speed_u: u, speed_v: v }) => ({
      latitude,
      longitude,
      u,
      v,
      label: mission,
    })),
  );
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <Barbs barbs={winds} />
      <path
        className="drawn-stations"
        d={winds.map(({ x, y }) => `M${roundToTenth(x)} ${roundToTenth(y)}h0`).join('')}
      />
    </Svg>
  );
}

const trackOf = (name: string, rows: readonly { time: string; latitude: number; longitude: number }[]) => ({
  name,
  points: rows.map(({ time, latitude, longitude }) => ({ timeMs: parseTime(time), latitude, longitude })),
});

export function PathPicture({ path, label }: { path: PictureOf<'path'>['path']; label: string }) {
  const { earth, tracks } = drawTrackMap([trackOf('path', path)], []);
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <Tracks tracks={tracks} />
    </Svg>
  );
}

export function PlacePicture({
  name,
  place,
  label,
}: Pick<PictureOf<'place'>, 'name' | 'place'> & { label: string }) {
  const { earth, places } = drawTrackMap([], [{ ...place, label: name }]);
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      {places.map(({ x, y }) => (
        <g key={name}>
          <circle className="drawn-halo" cx={roundToTenth(x)} cy={roundToTenth(y)} r="11" />
          <circle className="drawn-dot" cx={roundToTenth(x)} cy={roundToTenth(y)} r="5" />
          <text className="drawn-name" x={roundToTenth(x) + 14} y={roundToTenth(y) + 5}>
            {name}
          </text>
        </g>
      ))}
    </Svg>
  );
}

export function CyclonesPicture({
  tracks: rows,
  label,
}: {
  tracks: PictureOf<'cyclones'>['tracks'];
  label: string;
}) {
  const used = new Set(Object.keys(rows).map((id) => id.slice(0, 2)));
  const map = drawCyclones(
    Object.entries(rows).map(([id, points]) => trackOf(id, points)),
    Object.entries(basinBoxes).flatMap(([name, box]) => (used.has(name) ? [{ name, ...box }] : [])),
  );
  return (
    <Svg width={map.earth.width} height={map.earth.height} label={label}>
      <Earth earth={map.earth} />
      {map.basins.map(({ name, lines }) => (
        <Lines key={name} className="drawn-basin" of={lines} />
      ))}
      <g className="drawn-cyclones">
        <Tracks tracks={map.tracks} isNamed />
      </g>
    </Svg>
  );
}

function Tracks({ tracks, isNamed = false }: { tracks: readonly DrawnTrack[]; isNamed?: boolean }) {
  const dots = tracks.flatMap((track) => track.dots);
  const dotPath = (some: typeof dots) =>
    some.map(({ x, y }) => `M${roundToTenth(x)} ${roundToTenth(y)}h0`).join('');
  return (
    <>
      <Lines className="drawn-track" of={tracks.flatMap(({ lines }) => lines)} />
      <path className="drawn-hours" d={dotPath(dots.filter(({ isDay }) => !isDay))} />
      <path className="drawn-days" d={dotPath(dots.filter(({ isDay }) => isDay))} />
      {!isNamed &&
        dots.map(
          ({ x, y, timeMs, label }) =>
            label && (
              <text key={timeMs} className="drawn-day" x={roundToTenth(x) + 7} y={roundToTenth(y) - 7}>
                {label}
              </text>
            ),
        )}
      {tracks.map(
        ({ name, start }) =>
          start && (
            <g key={name}>
              <circle className="drawn-dot" cx={roundToTenth(start.x)} cy={roundToTenth(start.y)} r="4.5" />
              {isNamed && (
                <text
                  className="drawn-name"
                  x={roundToTenth(start.x)}
                  y={roundToTenth(nameY(start, dots)) - 9}
                  textAnchor="middle"
                >
                  {name}
                </text>
              )}
            </g>
          ),
      )}
    </>
  );
}

const halfNameWidth = 36;

/** Above everything of the tracks that the name would stand on. */
function nameY(start: Point, dots: readonly Point[]): number {
  const near = dots.filter(({ x, y }) => Math.abs(x - start.x) < halfNameWidth && Math.abs(y - start.y) < 60);
  return Math.min(start.y, ...near.map(({ y }) => y));
}
