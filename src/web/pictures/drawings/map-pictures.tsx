import { basinBoxes } from '../../../api/parameters.ts';
import { parseTime } from '../../../pictures/axes.ts';
import type { Place } from '../../../pictures/frame.ts';
import { type DrawnTrack, drawCyclones, drawGlobe, drawWinds } from '../../../pictures/map.ts';
import type { Picture } from '../../../pictures/picture.ts';
import { Barbs } from '../parts/barbs.tsx';
import { Earth } from '../parts/earth.tsx';
import { Lines, round, Svg } from '../parts/svg.tsx';

type Of<Kind extends Picture['kind']> = Extract<Picture, { kind: Kind }>;

export function WindsPicture({ readings, label }: { readings: Of<'winds'>['readings']; label: string }) {
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
      <path className="drawn-stations" d={winds.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join('')} />
    </Svg>
  );
}

const trackOf = (name: string, rows: readonly { time: string; latitude: number; longitude: number }[]) => ({
  name,
  points: rows.map(({ time, latitude, longitude }) => ({ timeMs: parseTime(time), latitude, longitude })),
});

export function PathPicture({ path, label }: { path: Of<'path'>['path']; label: string }) {
  const { earth, tracks } = drawGlobe([trackOf('path', path)], []);
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
}: Pick<Of<'place'>, 'name' | 'place'> & { label: string }) {
  const { earth, places } = drawGlobe([], [{ ...place, label: name }]);
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      {places.map(({ x, y }) => (
        <g key={name}>
          <circle className="drawn-halo" cx={round(x)} cy={round(y)} r="11" />
          <circle className="drawn-dot" cx={round(x)} cy={round(y)} r="5" />
          <text className="drawn-name" x={round(x) + 14} y={round(y) + 5}>
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
  tracks: Of<'cyclones'>['tracks'];
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
  const dotPath = (some: typeof dots) => some.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join('');
  return (
    <>
      <Lines className="drawn-track" of={tracks.flatMap(({ lines }) => lines)} />
      <path className="drawn-hours" d={dotPath(dots.filter(({ isDay }) => !isDay))} />
      <path className="drawn-days" d={dotPath(dots.filter(({ isDay }) => isDay))} />
      {!isNamed &&
        dots.map(
          ({ x, y, timeMs, label }) =>
            label && (
              <text key={timeMs} className="drawn-day" x={round(x) + 7} y={round(y) - 7}>
                {label}
              </text>
            ),
        )}
      {tracks.map(
        ({ name, start }) =>
          start && (
            <g key={name}>
              <circle className="drawn-dot" cx={round(start.x)} cy={round(start.y)} r="4.5" />
              {isNamed && (
                <text
                  className="drawn-name"
                  x={round(start.x)}
                  y={round(nameY(start, dots)) - 9}
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

const NAME_HALF_WIDTH = 36;

/** Above everything of the tracks that the name would stand on. */
function nameY(start: Place, dots: readonly Place[]): number {
  const near = dots.filter(
    ({ x, y }) => Math.abs(x - start.x) < NAME_HALF_WIDTH && Math.abs(y - start.y) < 60,
  );
  return Math.min(start.y, ...near.map(({ y }) => y));
}
