import type { CSSProperties } from 'react';
import { drawBars, missionsText } from '../../pictures/bar-chart.ts';
import { degreeDaysText, drawStates } from '../../pictures/degree-day-map.ts';
import {
  archiveText,
  drawArchive,
  drawRun,
  drawRuns,
  runsText,
  runText,
} from '../../pictures/forecast-runs.ts';
import { parseTime } from '../../pictures/format.ts';
import { drawMeteogram, type Meteogram, meteogramText, type ValueMark } from '../../pictures/meteogram.ts';
import { barbLegendOf } from '../../pictures/wind-barb.ts';
import { formatDayAndMonth } from '../../time.ts';
import type { Drawings, PictureProps } from './picture-figure.tsx';
import {
  Barbs,
  boxPath,
  ColourScale,
  Lines,
  round,
  Svg,
  TimeAxis,
  TimeLabels,
  ValueAxis,
  ValueLabels,
} from './svg.tsx';

/** The name and the unit below it have a line each. On a phone letters are half as tall again. */
const nameHeight = 48;

/** One meteogram per location, below each other. */
function Meteograms({ picture, label }: PictureProps<'meteogram'>) {
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
          <text className="drawn-name" x={meteogram.warmth.frame.left} y="-26">
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

function MissionsChart({ picture, label }: PictureProps<'missions'>) {
  const chart = drawBars(picture.missions.map(({ name, daysAloft }) => ({ label: name, value: daysAloft })));
  return (
    chart && (
      <Svg width={chart.width} height={chart.height} label={label}>
        <Bars chart={chart} of="Days" />
      </Svg>
    )
  );
}

type BarChart = NonNullable<ReturnType<typeof drawBars>>;

const Bars = ({ chart: { frame, bars, values, labels }, of }: { chart: BarChart; of: string }) => (
  <>
    <ValueAxis ticks={values} frame={frame} of={of} />
    <path className="drawn-bars" d={boxPath(bars)} />
    <TimeLabels ticks={labels} y={frame.bottom + 18} spacing="dense" />
  </>
);

const mapGap = 38;

/** One state day by day, and the total of each state. */
function DegreeDayMap({ picture, label }: PictureProps<'degree days'>) {
  const { index, dates, states, state } = picture;
  const days = states.find(({ name }) => name === state)?.days ?? [];
  const bars = drawBars(
    dates.map((date, at) => ({ label: formatDayAndMonth(parseTime(date)), value: days[at] ?? null })),
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

type StateMap = NonNullable<ReturnType<typeof drawStates>>;

function States({ map: { tiles, tileWidth, tileHeight, legend } }: { map: StateMap }) {
  const middle = tileWidth / 2;
  return (
    <>
      {[...Map.groupBy(tiles, ({ share }) => share)].map(([share, same]) => (
        <path
          key={share}
          className="drawn-tile"
          style={tileStyle(share)}
          d={boxPath(same.map((tile) => ({ ...tile, width: tileWidth, height: tileHeight })))}
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

/** The colour itself is in the stylesheet, so that it gives way to a reader's own colours. */
const tileStyle = (share: number) => ({ '--share': `${Math.round(share * 100)}%` }) as CSSProperties;

/** A ring marks the time of a run. Bars are pale while more hours are to come. */
function RunsChart({ picture, label }: PictureProps<'runs'>) {
  const chart = drawRuns(picture.runs);
  if (!chart) return null;
  const { width, height, frame, times, rows } = chart;
  const middleOf = (row: (typeof rows)[number]) => row.y + row.height / 2;
  const bars = (isComplete: boolean) =>
    boxPath(
      rows
        .filter((row) => row.isComplete === isComplete)
        .flatMap((row) => row.bars.map((bar) => ({ ...bar, y: row.y + 5, height: 12 }))),
    );
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={times} frame={frame} />
      <path className="drawn-bars" d={bars(true)} />
      <path className="drawn-bars drawn-so-far" d={bars(false)} />
      <ValueLabels
        ticks={rows.map((row) => ({ value: row.runMs, at: middleOf(row), label: row.label }))}
        x={frame.left - 12}
        spacing="dense"
      />
      {rows.map((row) => (
        <circle key={row.runMs} className="drawn-run" cx={round(row.runX)} cy={middleOf(row)} r="4.5" />
      ))}
    </Svg>
  );
}

/** When each hour of a run was ready. */
function RunChart({ picture: { runMs, hours }, label }: PictureProps<'run'>) {
  const chart = drawRun(runMs, hours);
  if (!chart) return null;
  const { width, height, frame, times, days, start, ready, first, last } = chart;
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={times} frame={frame} />
      <ValueAxis ticks={days} frame={frame} of="Days ahead" />
      <Lines className="drawn-track" of={[ready]} />
      <circle className="drawn-run" cx={round(start.x)} cy={round(start.y)} r="4.5" />
      <circle className="drawn-dot" cx={round(first.x)} cy={round(first.y)} r="4" />
      <circle className="drawn-dot" cx={round(last.x)} cy={round(last.y)} r="4" />
      <text className="drawn-note" x={round(start.x) + 10} y={round(start.y) - 12}>
        Run time
      </text>
      <g className="drawn-values">
        <text x={round(first.x) - 10} y={round(first.y) - 34}>
          First hour ready
        </text>
        <text x={round(last.x) - 12} y={round(last.y) - 14}>
          Complete
        </text>
      </g>
    </Svg>
  );
}

function ArchiveChart({ picture, label }: PictureProps<'archive'>) {
  const chart = drawArchive(picture.daysMs);
  if (!chart) return null;
  const { width, height, frame, months, rows } = chart;
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={months} frame={frame} />
      <path
        className="drawn-bars"
        d={boxPath(
          rows.flatMap((row) => row.bars.map((bar) => ({ ...bar, y: row.y + 6, height: row.height - 12 }))),
        )}
      />
      <ValueLabels
        ticks={rows.map(({ year, y, height: high }) => ({ value: year, at: y + high / 2, label: `${year}` }))}
        x={frame.left - 12}
      />
    </Svg>
  );
}

export const drawings: Drawings<'meteogram' | 'missions' | 'degree days' | 'runs' | 'run' | 'archive'> = {
  meteogram: { ...meteogramText, Chart: Meteograms, legend: barbLegendOf('ms') },
  missions: { ...missionsText, Chart: MissionsChart },
  'degree days': {
    ...degreeDaysText,
    Chart: DegreeDayMap,
    legend: 'One tile per state. Stronger colour means more degree days.',
  },
  runs: {
    ...runsText,
    Chart: RunsChart,
    // A list of runs has no hours.
    legend: ({ what }) =>
      what === 'runs' ? 'Ring: run time.' : 'Ring: run time. Bar: hours available (pale: still to come).',
  },
  run: { ...runText, Chart: RunChart },
  archive: { ...archiveText, Chart: ArchiveChart, legend: 'One bar per year. A gap is a day without a run.' },
};
