import { drawMeteogram, type Meteogram, type ValueMark } from '../../pictures/meteogram.ts';
import type { PictureProps } from './picture-figure.tsx';
import { Barbs, boxPath, Lines, round, Svg, TimeAxis, ValueAxis } from './svg.tsx';

const nameHeight = 26;

/** One meteogram per location, below each other. */
export function Meteograms({ picture, label }: PictureProps<'meteogram'>) {
  const drawn = picture.places.flatMap(({ name, latitude, rows }) => {
    const meteogram = drawMeteogram(rows, latitude);
    return meteogram ? [{ name, meteogram }] : [];
  });
  const [first] = drawn;
  if (!first) return null;
  const height = first.meteogram.height + nameHeight;
  return (
    <Svg width={first.meteogram.width} height={height * drawn.length} label={label}>
      {drawn.map(({ name, meteogram }, index) => (
        <g key={name} transform={`translate(0 ${height * index + nameHeight})`}>
          <text className="drawn-name" x={meteogram.warmth.frame.left} y="-6">
            {name}
          </text>
          <Panels meteogram={meteogram} />
        </g>
      ))}
    </Svg>
  );
}

function Panels({ meteogram: { times, warmth, rain, barbs, pressure } }: { meteogram: Meteogram }) {
  const bars = rain.bars.map((bar) => ({ ...bar, x: bar.x + 0.5, width: bar.width - 1 }));
  return (
    <>
      <TimeAxis ticks={times} frame={{ ...warmth.frame, bottom: pressure.frame.bottom }} />
      <ValueAxis ticks={warmth.ticks} frame={warmth.frame} of="°C" />
      <ValueAxis ticks={rain.ticks} frame={rain.frame} of={`Rain (mm)${bars.length > 0 ? '' : ': none'}`} />
      <ValueAxis ticks={pressure.ticks} frame={pressure.frame} of="Sea-level pressure (hPa)" />
      <Lines className="drawn-temperature" of={warmth.temperature} />
      <Lines className="drawn-dew-point" of={warmth.dewPoint} />
      <LineLabel line={warmth.temperature} of="temperature" isAbove />
      <LineLabel line={warmth.dewPoint} of="dew point" />
      {bars.length > 0 && <path className="drawn-rain" d={boxPath(bars)} />}
      <Barbs barbs={barbs} />
      <Lines className="drawn-pressure" of={pressure.line} />
    </>
  );
}

const labelWidth = 120;

interface LineLabelProps {
  line: ValueMark[][];
  of: string;
  isAbove?: boolean;
}

/** A label near the end of a line, which the line doesn't cross. */
function LineLabel({ line, of, isAbove = false }: LineLabelProps) {
  const end = line.at(-1)?.at(-1);
  if (!end) return null;
  const heights = line.flat().flatMap(({ x, y }) => (x >= end.x - labelWidth ? [y] : []));
  const y = isAbove ? Math.min(...heights) - 7 : Math.max(...heights) + 16;
  return (
    <text className={`drawn-of-${of.replace(' ', '-')}`} x={round(end.x) - 4} y={round(y)} textAnchor="end">
      {of}
    </text>
  );
}
