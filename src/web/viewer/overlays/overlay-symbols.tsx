import { useMemo } from 'react';
import type { CyclonePoint } from '../../../api/forecast-api.ts';
import type { EarthMap } from '../../../pictures/earth-map.ts';
import { parseTime } from '../../../pictures/format.ts';
import { legibleCentres } from '../../../pictures/overlays/pressure-centres.ts';
import type { Grid } from '../../../pictures/picture.ts';
import { drawTrack } from '../../../pictures/track-map.ts';
import { Lines, roundToTenth } from '../../pictures/svg.tsx';

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
          x={roundToTenth(x)}
          y={roundToTenth(y)}
          data-kind={kind}
          style={{ fontSize: roundToTenth(letter) }}
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
        d={dots.map(({ x, y }) => `M${roundToTenth(x)} ${roundToTenth(y)}h0`).join('')}
      />
      {drawn.map(
        ({ name, start }) =>
          start && (
            <g key={name}>
              <circle cx={roundToTenth(start.x)} cy={roundToTenth(start.y)} r={roundToTenth(letter / 3)} />
              <text
                x={roundToTenth(start.x)}
                y={roundToTenth(start.y - letter * 0.7)}
                style={{ fontSize: roundToTenth(letter) }}
              >
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
