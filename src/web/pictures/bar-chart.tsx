import { drawBars } from '../../pictures/bar-chart.ts';
import { roundToTenth, Svg, ValueAxis } from './svg.tsx';

interface BarChartProps {
  entries: { label: string; value: number | null }[];
  /** What the bars are of. */
  of: string;
  label: string;
}

export function BarChart({ entries, of, label }: BarChartProps) {
  const drawn = drawBars(entries);
  if (!drawn) return null;
  return (
    <Svg width={drawn.width} height={drawn.height} label={label}>
      <Bars of={drawn} what={of} />
    </Svg>
  );
}

interface BarsProps {
  of: NonNullable<ReturnType<typeof drawBars>>;
  what: string;
}

/** Bars with their axes, in a picture of their own or above another part of it. */
export function Bars({ of: { frame, bars, values, labels }, what }: BarsProps) {
  return (
    <>
      <ValueAxis ticks={values} frame={frame} of={what} />
      <path
        className="drawn-bars"
        d={bars
          .map(
            (bar) =>
              `M${roundToTenth(bar.x)} ${roundToTenth(bar.y)}h${roundToTenth(bar.width)}v${roundToTenth(bar.height)}h${roundToTenth(-bar.width)}z`,
          )
          .join('')}
      />
      <g className="drawn-times">
        {labels.map(({ value, at, label: text }) => (
          <text key={value} x={roundToTenth(at)} y={frame.bottom + 18}>
            {text}
          </text>
        ))}
      </g>
    </>
  );
}
