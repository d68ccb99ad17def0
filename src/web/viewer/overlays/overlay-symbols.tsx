import { useMemo } from 'react';
import type { CyclonePoint } from '../../../api/forecast-api.ts';
import { parseTime } from '../../../pictures/axes.ts';
import type { Grid } from '../../../pictures/grid.ts';
import { drawTrack } from '../../../pictures/map.ts';
import { legibleCentres } from '../../../pictures/overlays/pressure-centres.ts';
import type { EarthMap } from '../../../pictures/projection.ts';
import { Lines, round } from '../../pictures/parts/svg.tsx';

interface SymbolsProps {
  earth: EarthMap;
  letter: number;
}

export function PressureCentres({ grid, earth, letter }: SymbolsProps & { grid: Grid }) {
  const centres = useMemo(() => legibleCentres(grid, earth, letter), [grid, earth, letter]);
  return (
    <g className="overlay-centres">
      {centres.map(({ kind, hectopascals, x, y }) => (
        <text
          key={`${x} ${y}`}
          x={round(x)}
          y={round(y)}
          data-kind={kind}
          style={{ fontSize: round(letter) }}
        >
          {kind === 'high' ? 'H' : 'L'} {Math.round(hectopascals)}
        </text>
      ))}
    </g>
  );
}

export function Cyclones({
  tracks,
  earth,
  letter,
}: SymbolsProps & { tracks: Record<string, CyclonePoint[]> }) {
  const drawn = useMemo(
    () => Object.entries(tracks).map(([name, rows]) => drawTrack(earth, { name, points: rows.map(pointOf) })),
    [tracks, earth],
  );
  const dots = drawn.flatMap((track) => track.dots);
  return (
    <g className="overlay-cyclones">
      <Lines className="overlay-cyclone-track" of={drawn.flatMap(({ lines }) => lines)} />
      <path
        className="overlay-cyclone-hours"
        d={dots.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join('')}
      />
      {drawn.map(
        ({ name, start }) =>
          start && (
            <g key={name}>
              <circle cx={round(start.x)} cy={round(start.y)} r={round(letter / 3)} />
              <text x={round(start.x)} y={round(start.y - letter * 0.7)} style={{ fontSize: round(letter) }}>
                {name}
              </text>
            </g>
          ),
      )}
    </g>
  );
}

const pointOf = ({ time, latitude, longitude }: CyclonePoint) => ({
  timeMs: parseTime(time),
  latitude,
  longitude,
});
