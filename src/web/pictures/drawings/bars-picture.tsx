import { drawBars } from '../../../pictures/charts/bars.ts';
import { round, Svg, ValueAxis } from '../parts/svg.tsx';

interface BarsPictureProps {
  entries: { label: string; value: number | null }[];
  /** What the bars are of. */
  of: string;
  label: string;
}

export function BarsPicture({ entries, of, label }: BarsPictureProps) {
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
    </>
  );
}
