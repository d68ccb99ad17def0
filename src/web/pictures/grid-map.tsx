import { formatSigned } from '../../pictures/format.ts';
import { svgPath } from '../../pictures/geometry.ts';
import { drawGrid, type GridExtreme } from '../../pictures/grid-map.ts';
import type { Picture } from '../../pictures/picture.ts';
import { ColourScale, Earth, roundToTenth, Svg } from './svg.tsx';

type GridOf = Extract<Picture, { kind: 'grid' }>;

/** Bands of colour from low to high, the coast over them, and where the extremes are. */
export function GridPicture({ grid, unit, label }: Pick<GridOf, 'grid' | 'unit'> & { label: string }) {
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
      <Extreme of={map.least} />
      <Extreme of={map.most} />
      <ColourScale of={map.legend} unit={unit} styleOf={(share) => bandStyle(share, map.isSigned)} />
    </Svg>
  );
}

/** Two colours that meet where values change their sign; one that grows where they do not. */
function bandStyle(share: number, isSigned: boolean) {
  const [from, to, part] = isSigned
    ? [share < 0.5 ? 'low' : 'high', 'middle', 1 - Math.abs(share - 0.5) * 2]
    : ['middle', 'dew-point', share];
  return { fill: `color-mix(in oklab,var(--drawn-${to}) ${Math.round(part * 100)}%,var(--drawn-${from}))` };
}

function Extreme({ of: { x, y, value } }: { of: GridExtreme }) {
  return (
    <>
      <circle className="drawn-extreme" cx={roundToTenth(x)} cy={roundToTenth(y)} r="3.5" />
      <text
        className="drawn-name drawn-haloed"
        x={roundToTenth(x)}
        y={roundToTenth(y) + (y < 40 ? 18 : -9)}
        textAnchor="middle"
      >
        {formatSigned(Number(value.toPrecision(3)))}
      </text>
    </>
  );
}
