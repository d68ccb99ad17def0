import type { CSSProperties } from 'react';
import { drawBars } from '../../pictures/bar-chart.ts';
import { drawStates } from '../../pictures/degree-day-map.ts';
import { formatDay, parseTime } from '../../pictures/format.ts';
import { Bars } from './bar-chart.tsx';
import type { PictureProps } from './picture-figure.tsx';
import { boxPath, ColourScale, round, Svg } from './svg.tsx';

const mapGap = 38;

/** One state day by day, and the total of each state. */
export function DegreeDayMap({ picture, label }: PictureProps<'degree days'>) {
  const { index, dates, states, state } = picture;
  const days = states.find(({ name }) => name === state)?.days ?? [];
  const bars = drawBars(
    dates.map((date, at) => ({ label: formatDay(parseTime(date)), value: days[at] ?? null })),
  );
  const map = drawStates(states.map(({ name, total }) => ({ name, value: total })));
  if (!bars) return null;
  const top = bars.height + mapGap;
  return (
    <Svg width={bars.width} height={map ? top + map.height : bars.height} label={label}>
      <Bars chart={bars} of={`Degree days (°F), ${state}`} />
      {map && (
        <g transform={`translate(0 ${top})`} className={index === 'cdd' ? 'drawn-cdd' : undefined}>
          <text className="drawn-note" x={bars.frame.left} y={-12}>
            Total of {dates.length} days by state (°F)
          </text>
          <States map={map} />
        </g>
      )}
    </Svg>
  );
}

function States({ map: { tiles, tileWidth, tileHeight, legend } }: StatesProps) {
  const shares = [...new Set(tiles.map(({ share }) => share))];
  const middle = tileWidth / 2;
  return (
    <>
      {shares.map((share) => (
        <path
          key={share}
          className="drawn-tile"
          style={tileStyle(share)}
          d={boxPath(
            tiles
              .filter((tile) => tile.share === share)
              .map((tile) => ({ ...tile, width: tileWidth, height: tileHeight })),
          )}
        />
      ))}
      <g className="drawn-on-tile">
        {tiles.map(({ code, value, x, y }) => (
          <text key={code} x={x + middle} y={y + 20}>
            {code}
            <tspan x={x + middle} dy="20">
              {round(value) < 10 ? round(value) : Math.round(value)}
            </tspan>
          </text>
        ))}
      </g>
      <ColourScale of={legend} unit="°F" className="drawn-tile" styleOf={tileStyle} />
    </>
  );
}

interface StatesProps {
  map: NonNullable<ReturnType<typeof drawStates>>;
}

/** The colour itself is in the stylesheet, so that it gives way to a reader's own colours. */
const tileStyle = (share: number) => ({ '--share': `${Math.round(share * 100)}%` }) as CSSProperties;
