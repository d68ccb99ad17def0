import { basinBoxes } from '../../api/parameters.ts';
import { cyclonesText, drawCyclones } from '../../pictures/cyclone-tracks.ts';
import { worldMap } from '../../pictures/earth-map.ts';
import { drawFleet, fleetText } from '../../pictures/fleet-map.ts';
import { formatSigned } from '../../pictures/format.ts';
import { type Point, svgPath } from '../../pictures/geometry.ts';
import { gridText } from '../../pictures/grid.ts';
import { drawGrid } from '../../pictures/grid-map.ts';
import {
  type DrawnTrack,
  drawLocation,
  drawPath,
  pathText,
  placeText,
  toTrack,
} from '../../pictures/track-map.ts';
import { barbLegendOf } from '../../pictures/wind-barb.ts';
import { drawWinds, windsText } from '../../pictures/wind-map.ts';
import type { Drawings, PictureProps } from './picture-figure.tsx';
import { Barbs, ColourScale, DayLabels, Dots, Earth, FleetLines, Lines, round, Svg } from './svg.tsx';

function FleetMap({ picture, label }: PictureProps<'fleet'>) {
  const earth = worldMap();
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <FleetLines balloons={drawFleet(picture.fleet.balloons, earth)} />
    </Svg>
  );
}

/** Bands of colour with the coast over them, and the extremes marked. */
function GridMap({ picture: { grid, unit }, label }: PictureProps<'grid'>) {
  const map = drawGrid(grid);
  if (!map) return null;
  return (
    <Svg width={map.earth.width} height={map.height} label={label}>
      {map.bands.map(({ from, share, rings }) => (
        <path
          key={from}
          className="drawn-band"
          style={bandStyle(share, map.isSigned)}
          d={svgPath(rings, { decimals: 0, close: true })}
        />
      ))}
      <Earth earth={map.earth} isFilled={false} />
      {[map.least, map.most].map(({ x, y, value }) => (
        <g key={value}>
          <circle className="drawn-extreme" cx={round(x)} cy={round(y)} r="3.5" />
          <text
            className="drawn-name drawn-haloed"
            x={round(x)}
            y={round(y) + (y < 40 ? 18 : -9)}
            textAnchor="middle"
          >
            {formatSigned(Number(value.toPrecision(3)))}
          </text>
        </g>
      ))}
      <ColourScale of={map.legend} unit={unit} styleOf={(share) => bandStyle(share, map.isSigned)} />
    </Svg>
  );
}

/** Values of both signs have two colours that meet at zero; others have one that gets stronger. */
function bandStyle(share: number, isSigned: boolean) {
  const [from, to, part] = isSigned
    ? [share < 0.5 ? 'low' : 'high', 'middle', 1 - Math.abs(share - 0.5) * 2]
    : ['middle', 'dew-point', share];
  return { fill: `color-mix(in oklab,var(--drawn-${to}) ${Math.round(part * 100)}%,var(--drawn-${from}))` };
}

function WindMap({ picture, label }: PictureProps<'winds'>) {
  const { earth, winds } = drawWinds(picture.readings);
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <Barbs barbs={winds} />
      <Dots className="drawn-stations" at={winds} />
    </Svg>
  );
}

function PathMap({ picture, label }: PictureProps<'path'>) {
  const { earth, track } = drawPath(toTrack('path', picture.path));
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <Tracks tracks={[track]} />
    </Svg>
  );
}

function LocationMap({ picture: { name, place }, label }: PictureProps<'place'>) {
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

function CycloneMap({ picture, label }: PictureProps<'cyclones'>) {
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
      {!isNamed && <DayLabels dots={dots} />}
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

const halfNameWidth = 56;

/** A name is written above all dots that it would cover. */
function nameY(start: Point, dots: readonly Point[]): number {
  const near = dots.filter(({ x, y }) => Math.abs(x - start.x) < halfNameWidth && Math.abs(y - start.y) < 60);
  return Math.min(start.y, ...near.map(({ y }) => y));
}

const dotLegend = 'Dots every 6 h (larger at 00 UTC).';

export const drawings: Drawings<'fleet' | 'winds' | 'path' | 'place' | 'cyclones' | 'grid'> = {
  fleet: { ...fleetText, Chart: FleetMap, legend: 'Dots are balloons, with the track of their last day.' },
  winds: {
    ...windsText,
    Chart: WindMap,
    legend: `${barbLegendOf('ms')} Feathers flip sides south of the equator.`,
  },
  path: { ...pathText, Chart: PathMap, legend: dotLegend },
  place: { ...placeText, Chart: LocationMap },
  cyclones: {
    ...cyclonesText,
    Chart: CycloneMap,
    legend: `${dotLegend} Dashed: basin limits, where they are near.`,
  },
  grid: { ...gridText, Chart: GridMap },
};
