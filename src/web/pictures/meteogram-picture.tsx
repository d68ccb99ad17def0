import { drawMeteogram, type Meteogram } from '../../drawing/meteogram.ts';
import type { Picture } from '../../drawing/picture.ts';
import { Barbs } from './barbs.tsx';
import { Lines, round, Svg, TimeAxis, ValueAxis } from './svg.tsx';

type Places = Extract<Picture, { kind: 'meteogram' }>['places'];

const NAME_HEIGHT = 26;

/** One below the other, a place each. */
export function MeteogramPicture({ places, label }: { places: Places; label: string }) {
  const drawn = places.flatMap(({ name, latitude, rows }) => {
    const meteogram = drawMeteogram(rows, latitude);
    return meteogram ? [{ name, meteogram }] : [];
  });
  const [first] = drawn;
  if (!first) return null;
  const height = first.meteogram.height + NAME_HEIGHT;
  return (
    <Svg width={first.meteogram.width} height={height * drawn.length} label={label}>
      {drawn.map(({ name, meteogram }, index) => (
        <g key={name} transform={`translate(0 ${height * index + NAME_HEIGHT})`}>
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
  const [whole, warm, moist] = [
    { ...warmth.frame, bottom: pressure.frame.bottom },
    warmth.temperature.at(-1)?.at(-1),
    warmth.dewPoint.at(-1)?.at(-1),
  ];
  return (
    <>
      <TimeAxis ticks={times} frame={whole} />
      <ValueAxis ticks={warmth.ticks} frame={warmth.frame} unit="°C" />
      <ValueAxis ticks={rain.ticks} frame={rain.frame} unit="mm" />
      <ValueAxis ticks={pressure.ticks} frame={pressure.frame} unit="hPa" />
      <Lines className="drawn-temperature" of={warmth.temperature} />
      <Lines className="drawn-dew-point" of={warmth.dewPoint} />
      {warm && (
        <text
          className="drawn-of-temperature"
          x={warmth.frame.right - 4}
          y={round(warm.y) - 7}
          textAnchor="end"
        >
          temperature
        </text>
      )}
      {moist && (
        <text
          className="drawn-of-dew-point"
          x={warmth.frame.right - 4}
          y={round(moist.y) - 7}
          textAnchor="end"
        >
          dew point
        </text>
      )}
      {rain.bars.length > 0 && (
        <path
          className="drawn-rain"
          d={rain.bars
            .map(
              ({ x, y, width, height }) =>
                `M${round(x + 0.5)} ${round(y)}h${round(width - 1)}v${round(height)}h${round(1 - width)}z`,
            )
            .join('')}
        />
      )}
      <text className="drawn-note" x={rain.frame.left + 4} y={rain.frame.top + 6}>
        {rain.bars.length > 0 ? 'rain in the hour before' : 'no rain'}
      </text>
      <Barbs barbs={wind.barbs} />
      <Lines className="drawn-pressure" of={pressure.line} />
      <text className="drawn-note" x={pressure.frame.left + 4} y={pressure.frame.top + 6}>
        pressure at sea level
      </text>
    </>
  );
}
