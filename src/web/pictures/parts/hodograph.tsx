import type { Hodograph } from '../../../pictures/hodograph.ts';
import { pathOf } from '../../../pictures/path.ts';
import { knotsOf } from '../../../pictures/wind-barb.ts';
import { round } from './svg.tsx';

interface HodographLinesProps {
  hodograph: Hodograph;
  unit?: 'm/s' | 'kt';
}

export function HodographLines({
  hodograph: { centre, rings, layers, kilometres },
  unit = 'm/s',
}: HodographLinesProps) {
  const outer = rings.at(-1)!;
  return (
    <g className="drawn-hodograph">
      <circle className="drawn-backing" cx={centre.x} cy={centre.y} r={round(outer.radius)} />
      {rings.map(({ metresPerSecond, radius }) => (
        <circle key={metresPerSecond} className="drawn-ring" cx={centre.x} cy={centre.y} r={round(radius)} />
      ))}
      <path
        className="drawn-ring"
        d={`M${centre.x} ${round(centre.y - outer.radius)}v${round(2 * outer.radius)}M${round(centre.x - outer.radius)} ${centre.y}h${round(2 * outer.radius)}`}
      />
      {layers.map(({ fromKilometres, marks }) => (
        <path key={fromKilometres} className={`drawn-layer-${fromKilometres}`} d={pathOf([marks])} />
      ))}
      {kilometres
        .filter(({ label }) => Number(label) % 3 === 0)
        .map(({ label, x, y }) => (
          <text key={label} x={round(x) + 5} y={round(y) - 5}>
            {label}
          </text>
        ))}
      <text x={centre.x + 4} y={round(centre.y - outer.radius) + 22}>
        {unit === 'kt' ? Math.round(knotsOf(outer.metresPerSecond)) : outer.metresPerSecond} {unit}
      </text>
    </g>
  );
}
