import type { ReactNode } from 'react';
import type { Tick } from '../../../pictures/axes.ts';
import type { Frame, Place } from '../../../pictures/frame.ts';
import { pathOf } from '../../../pictures/path.ts';

interface SvgProps {
  width: number;
  height: number;
  /** What it shows, for those who cannot see it. */
  label: string;
  children: ReactNode;
}

export function Svg({ width, height, label, children }: SvgProps) {
  return (
    <svg
      viewBox={`0 0 ${round(width)} ${round(height)}`}
      role="img"
      aria-label={label}
      data-width={round(width)}
    >
      {children}
    </svg>
  );
}

/** No more digits than can be seen: half of a picture's weight is numbers. */
export const round = (value: number) => Math.round(value * 10) / 10;

export function Lines({ of, className }: { of: readonly (readonly Place[])[]; className: string }) {
  const d = pathOf(of);
  return d === '' ? null : <path className={className} d={d} />;
}

/** Lines across the frame at each value, and the values beside it; what they are of stands above. */
export function ValueAxis({ ticks, frame, of }: { ticks: readonly Tick[]; frame: Frame; of: string }) {
  return (
    <>
      <path
        className="drawn-grid"
        d={ticks.map(({ at }) => `M${frame.left} ${round(at)}H${frame.right}`).join('')}
      />
      <g className="drawn-values">
        {ticks.map(({ value, at, label }) => (
          <text key={value} x={frame.left - 8} y={round(at)}>
            {label}
          </text>
        ))}
      </g>
      <text className="drawn-note" x={frame.left} y={frame.top - 9}>
        {of}
      </text>
    </>
  );
}

/** Lines from the top of the frame to its bottom at each time, and the times below. */
export function TimeAxis({ ticks, frame }: { ticks: readonly Tick[]; frame: Frame }) {
  return (
    <>
      <path
        className="drawn-grid"
        d={ticks.map(({ at }) => `M${round(at)} ${frame.top}V${round(frame.bottom)}`).join('')}
      />
      <g className="drawn-times">
        {ticks.map(({ value, at, label }) => (
          <text key={value} x={round(at)} y={round(frame.bottom) + 18}>
            {label}
          </text>
        ))}
      </g>
    </>
  );
}
