import { formatSigned } from '../../pictures/format.ts';
import { svgPath } from '../../pictures/geometry.ts';
import { drawGrid } from '../../pictures/grid-map.ts';
import type { PictureProps } from './picture-figure.tsx';
import { ColourScale, Earth, round, Svg } from './svg.tsx';

/** Bands of colour with the coast over them, and the extremes marked. */
export function GridMap({ picture: { grid, unit }, label }: PictureProps<'grid'>) {
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
