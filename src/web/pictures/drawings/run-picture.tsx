import type { Picture } from '../../../pictures/picture.ts';
import { drawRun } from '../../../pictures/run.ts';
import { Lines, round, Svg, TimeAxis, ValueAxis } from '../parts/svg.tsx';

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
      <circle className="drawn-run" cx={round(begin.x)} cy={round(begin.y)} r="4.5" />
      <circle className="drawn-dot" cx={round(first.x)} cy={round(first.y)} r="4" />
      <circle className="drawn-dot" cx={round(last.x)} cy={round(last.y)} r="4" />
      <text className="drawn-note" x={round(begin.x) + 10} y={round(begin.y) - 12}>
        the weather at the time of the run
      </text>
      <g className="drawn-values">
        <text x={round(first.x) - 10} y={round(first.y) - 34}>
          its first hour is ready
        </text>
        <text x={round(last.x) - 12} y={round(last.y) - 14}>
          complete
        </text>
      </g>
    </Svg>
  );
}
