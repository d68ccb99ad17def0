import { drawArchive, drawRun, drawRuns } from '../../pictures/forecast-runs.ts';
import type { PictureProps } from './picture-figure.tsx';
import { boxPath, Lines, round, Svg, TimeAxis, ValueAxis, ValueLabels } from './svg.tsx';

/** A ring marks the time of a run. Bars are pale while more hours are to come. */
export function RunsChart({ picture, label }: PictureProps<'runs'>) {
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
      />
      {rows.map((row) => (
        <circle key={row.runMs} className="drawn-run" cx={round(row.runX)} cy={middleOf(row)} r="4.5" />
      ))}
    </Svg>
  );
}

/** When each hour of a run was ready. */
export function RunChart({ picture: { runMs, hours }, label }: PictureProps<'run'>) {
  const chart = drawRun(runMs, hours);
  if (!chart) return null;
  const { width, height, frame, times, days, start, ready } = chart;
  const [first, last] = [ready[0]!, ready.at(-1)!];
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

export function ArchiveChart({ picture, label }: PictureProps<'archive'>) {
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
