import { drawMeteogram, type Meteogram, type ValueMark } from '../../pictures/meteogram.ts';
import type { Picture } from '../../pictures/picture.ts';
import { Barbs, Lines, roundToTenth, Svg, TimeAxis, ValueAxis } from './svg.tsx';

type Places = Extract<Picture, { kind: 'meteogram' }>['places'];

const nameHeight = 26;

/** One below the other, a place each. */
export function MeteogramPicture({ places, label }: { places: Places; label: string }) {
  const drawn = places.flatMap(({ name, latitude, rows }) => {
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

function Panels({ meteogram: { times, warmth, rain, wind, pressure } }: { meteogram: Meteogram }) {
  const whole = { ...warmth.frame, bottom: pressure.frame.bottom };
  return (
    <>
      <TimeAxis ticks={times} frame={whole} />
      <ValueAxis ticks={warmth.ticks} frame={warmth.frame} of="°C" />
      <ValueAxis
        ticks={rain.ticks}
        frame={rain.frame}
        of={rain.bars.length > 0 ? 'rain, mm' : 'no rain, mm'}
      />
      <ValueAxis ticks={pressure.ticks} frame={pressure.frame} of="pressure at sea level, hPa" />
      <Lines className="drawn-temperature" of={warmth.temperature} />
      <Lines className="drawn-dew-point" of={warmth.dewPoint} />
      <LineLabel line={warmth.temperature} of="temperature" isAbove />
      <LineLabel line={warmth.dewPoint} of="dew point" />
      {rain.bars.length > 0 && (
        <path
          className="drawn-rain"
          d={rain.bars
            .map(
              ({ x, y, width, height }) =>
                `M${roundToTenth(x + 0.5)} ${roundToTenth(y)}h${roundToTenth(width - 1)}v${roundToTenth(height)}h${roundToTenth(1 - width)}z`,
            )
            .join('')}
        />
      )}
      <Barbs barbs={wind.barbs} />
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

/** Beside the end of a line, and clear of the whole stretch that it stands beside. */
function LineLabel({ line, of, isAbove = false }: LineLabelProps) {
  const end = line.at(-1)?.at(-1);
  if (!end) return null;
  const heights = line.flat().flatMap(({ x, y }) => (x >= end.x - labelWidth ? [y] : []));
  const y = isAbove ? Math.min(...heights) - 7 : Math.max(...heights) + 16;
  return (
    <text
      className={`drawn-of-${of.replace(' ', '-')}`}
      x={roundToTenth(end.x) - 4}
      y={roundToTenth(y)}
      textAnchor="end"
    >
      {of}
    </text>
  );
}
