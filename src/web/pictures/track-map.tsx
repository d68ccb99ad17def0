import { basinBoxes } from '../../api/parameters.ts';
import { drawCyclones } from '../../pictures/cyclone-tracks.ts';
import type { Point } from '../../pictures/geometry.ts';
import { type DrawnTrack, drawLocation, drawPath, toTrack } from '../../pictures/track-map.ts';
import { drawWinds } from '../../pictures/wind-map.ts';
import type { PictureProps } from './picture-figure.tsx';
import { Barbs, Dots, Earth, Lines, round, Svg } from './svg.tsx';

export function WindMap({ picture, label }: PictureProps<'winds'>) {
  const { earth, winds } = drawWinds(picture.readings);
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <Barbs barbs={winds} />
      <Dots className="drawn-stations" at={winds} />
    </Svg>
  );
}

export function PathMap({ picture, label }: PictureProps<'path'>) {
  const { earth, track } = drawPath(toTrack('path', picture.path));
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <Tracks tracks={[track]} />
    </Svg>
  );
}

export function LocationMap({ picture: { name, place }, label }: PictureProps<'place'>) {
  const { earth, point } = drawLocation(place);
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      {point && (
        <>
          <circle className="drawn-halo" cx={round(point.x)} cy={round(point.y)} r="11" />
          <circle className="drawn-dot" cx={round(point.x)} cy={round(point.y)} r="5" />
          <text className="drawn-name" x={round(point.x) + 14} y={round(point.y) + 5}>
            {name}
          </text>
        </>
      )}
    </Svg>
  );
}

export function CycloneMap({ picture, label }: PictureProps<'cyclones'>) {
  const { earth, tracks, basins } = drawCyclones(picture.tracks, basinBoxes);
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      {basins.map(({ name, lines }) => (
        <Lines key={name} className="drawn-basin" of={lines} />
      ))}
      <g className="drawn-cyclones">
        <Tracks tracks={tracks} isNamed />
      </g>
    </Svg>
  );
}

/** Tracks have either their names or the days as labels. */
function Tracks({ tracks, isNamed = false }: { tracks: readonly DrawnTrack[]; isNamed?: boolean }) {
  const dots = tracks.flatMap((track) => track.dots);
  return (
    <>
      <Lines className="drawn-track" of={tracks.flatMap(({ lines }) => lines)} />
      <Dots className="drawn-hours" at={dots.filter(({ isDay }) => !isDay)} />
      <Dots className="drawn-days" at={dots.filter(({ isDay }) => isDay)} />
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

const halfNameWidth = 36;

/** A name is written above all dots that it would cover. */
function nameY(start: Point, dots: readonly Point[]): number {
  const near = dots.filter(({ x, y }) => Math.abs(x - start.x) < halfNameWidth && Math.abs(y - start.y) < 60);
  return Math.min(start.y, ...near.map(({ y }) => y));
}
