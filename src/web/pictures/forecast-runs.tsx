import { drawArchive, drawRun, drawRuns } from '../../pictures/forecast-runs.ts';
import type { Picture } from '../../pictures/picture.ts';
import { Lines, roundToTenth, Svg, TimeAxis, ValueAxis } from './svg.tsx';

type RunsOf = Extract<Picture, { kind: 'runs' }>;

/** A ring is the time of a run; a strip is what there is of it, lighter where more will come. */
export function RunsPicture({ runs, label }: { runs: RunsOf['runs']; label: string }) {
  const drawn = drawRuns(runs);
  if (!drawn) return null;
  const { width, height, frame, times, strips } = drawn;
  const piecesOf = (isWhole: boolean) =>
    strips
      .filter((strip) => strip.isWhole === isWhole)
      .flatMap(({ pieces, y }) =>
        pieces.map(
          ({ x, width: long }) =>
            `M${roundToTenth(x)} ${y + 5}h${roundToTenth(long)}v12h${roundToTenth(-long)}z`,
        ),
      )
      .join('');
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={times} frame={frame} />
      <path className="drawn-bars" d={piecesOf(true)} />
      <path className="drawn-bars drawn-so-far" d={piecesOf(false)} />
      <g className="drawn-values">
        {strips.map(({ runMs, label: name, y, height: high }) => (
          <text key={runMs} x={frame.left - 12} y={y + high / 2}>
            {name}
          </text>
        ))}
      </g>
      {strips.map(({ runMs, beginX, y, height: high }) => (
        <circle key={runMs} className="drawn-run" cx={roundToTenth(beginX)} cy={y + high / 2} r="4.5" />
      ))}
    </Svg>
  );
}

type Run = Extract<Picture, { kind: 'run' }>;

/** When each hour of a run was ready, with its three moments named. */
export function RunPicture({ run: { runMs, hours }, label }: { run: Run; label: string }) {
  const drawn = drawRun(runMs, hours);
  if (!drawn) return null;
  const { width, height, frame, times, days, begin, ready } = drawn;
  const [first, last] = [ready[0]!, ready.at(-1)!];
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={times} frame={frame} />
      <ValueAxis ticks={days} frame={frame} of="days ahead" />
      <Lines className="drawn-track" of={[ready]} />
      <circle className="drawn-run" cx={roundToTenth(begin.x)} cy={roundToTenth(begin.y)} r="4.5" />
      <circle className="drawn-dot" cx={roundToTenth(first.x)} cy={roundToTenth(first.y)} r="4" />
      <circle className="drawn-dot" cx={roundToTenth(last.x)} cy={roundToTenth(last.y)} r="4" />
      <text className="drawn-note" x={roundToTenth(begin.x) + 10} y={roundToTenth(begin.y) - 12}>
        the weather at the time of the run
      </text>
      <g className="drawn-values">
        <text x={roundToTenth(first.x) - 10} y={roundToTenth(first.y) - 34}>
          its first hour is ready
        </text>
        <text x={roundToTenth(last.x) - 12} y={roundToTenth(last.y) - 14}>
          complete
        </text>
      </g>
    </Svg>
  );
}

/** A strip a year, from January to December, filled where there are runs. */
export function ArchivePicture({ daysMs, label }: { daysMs: readonly number[]; label: string }) {
  const drawn = drawArchive(daysMs);
  if (!drawn) return null;
  const { width, height, frame, months, strips } = drawn;
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={months} frame={frame} />
      <path
        className="drawn-bars"
        d={strips
          .flatMap(({ pieces, y, height: high }) =>
            pieces.map(
              ({ x, width: long }) =>
                `M${roundToTenth(x)} ${y + 6}h${roundToTenth(long)}v${high - 12}h${roundToTenth(-long)}z`,
            ),
          )
          .join('')}
      />
      <g className="drawn-values">
        {strips.map(({ year, y, height: high }) => (
          <text key={year} x={frame.left - 12} y={y + high / 2}>
            {year}
          </text>
        ))}
      </g>
    </Svg>
  );
}
