import type { Picture } from '../../../pictures/picture.ts';
import { drawRuns } from '../../../pictures/runs.ts';
import { round, Svg, TimeAxis } from '../parts/svg.tsx';

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
        pieces.map(({ x, width: long }) => `M${round(x)} ${y + 5}h${round(long)}v12h${round(-long)}z`),
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
        <circle key={runMs} className="drawn-run" cx={round(beginX)} cy={y + high / 2} r="4.5" />
      ))}
    </Svg>
  );
}
