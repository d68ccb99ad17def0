import type { CSSProperties } from 'react';
import { drawBars } from '../../pictures/bar-chart.ts';
import { drawStates } from '../../pictures/degree-day-map.ts';
import { formatDay, parseTime } from '../../pictures/format.ts';
import type { Picture } from '../../pictures/picture.ts';
import { Bars } from './bar-chart.tsx';
import { ColourScale, roundToTenth, Svg } from './svg.tsx';

interface DegreeDaysPictureProps {
  of: Extract<Picture, { kind: 'degree days' }>;
  label: string;
}

const mapGap = 38;

/** One state day by day, and all of them in all. */
export function DegreeDaysPicture({ of: { index, dates, states, state }, label }: DegreeDaysPictureProps) {
  const days = states.find(({ name }) => name === state)?.days ?? [];
  const bars = drawBars(
    dates.map((date, at) => ({ label: formatDay(parseTime(date)), value: days[at] ?? null })),
  );
  const map = drawStates(states.map(({ name, total }) => ({ name, value: total })));
  if (!bars) return null;
  const top = bars.height + mapGap;
  return (
    <Svg width={bars.width} height={map ? top + map.height : bars.height} label={label}>
      <Bars of={bars} what={`degree days of ${state}, °F`} />
      {map && (
        <g transform={`translate(0 ${top})`} className={index === 'cdd' ? 'drawn-cdd' : undefined}>
          <text className="drawn-note" x={bars.frame.left} y={-12}>
            all {dates.length} days, each state, °F
          </text>
          <States map={map} />
        </g>
      )}
    </Svg>
  );
}

function States({ map }: { map: NonNullable<ReturnType<typeof drawStates>> }) {
  const { tiles, tileWidth, tileHeight } = map;
  const shares = [...new Set(tiles.map(({ share }) => share))];
  const middle = tileWidth / 2;
  return (
    <>
      {shares.map((share) => (
        <path
          key={share}
          className="drawn-tile"
          style={tileStyle(share)}
          d={tiles
            .filter((tile) => tile.share === share)
            .map(({ x, y }) => `M${x} ${y}h${tileWidth}v${tileHeight}h${-tileWidth}z`)
            .join('')}
        />
      ))}
      <g className="drawn-on-tile">
        {tiles.map(({ code, value, x, y }) => (
          <text key={code} x={x + middle} y={y + 20}>
            {code}
            <tspan x={x + middle} dy="20">
              {roundToTenth(value) < 10 ? roundToTenth(value) : Math.round(value)}
            </tspan>
          </text>
        ))}
      </g>
      <ColourScale of={map.legend} unit="°F" className="drawn-tile" styleOf={tileStyle} />
    </>
  );
}

/** The colour itself is in the stylesheet, which can take it away from those who choose their own. */
const tileStyle = (share: number) => ({ '--share': `${Math.round(share * 100)}%` }) as CSSProperties;
