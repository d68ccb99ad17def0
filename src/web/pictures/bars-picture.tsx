import { drawBars } from '../../drawing/bars.ts';
import { round, Svg, ValueAxis } from './svg.tsx';

interface BarsPictureProps {
  entries: { label: string; value: number | null }[];
  /** What the bars are of. */
  of: string;
  label: string;
}

export function BarsPicture({ entries, of, label }: BarsPictureProps) {
  const drawn = drawBars(entries);
  if (!drawn) return null;
  const { width, height, frame, bars, values, labels } = drawn;
  return (
    <Svg width={width} height={height} label={label}>
      <ValueAxis ticks={values} frame={frame} of={of} />
      <path
        className="drawn-bars"
        d={bars
          .map(
            (bar) =>
              `M${round(bar.x)} ${round(bar.y)}h${round(bar.width)}v${round(bar.height)}h${round(-bar.width)}z`,
          )
          .join('')}
      />
      <g className="drawn-times">
        {labels.map(({ value, at, label: text }) => (
          <text key={value} x={round(at)} y={frame.bottom + 18}>
            {text}
          </text>
        ))}
      </g>
    </Svg>
  );
}
