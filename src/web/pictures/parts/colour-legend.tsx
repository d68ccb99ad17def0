import type { CSSProperties } from 'react';
import type { ColourLegend } from '../../../pictures/colour-steps.ts';
import { round } from './svg.tsx';

interface LegendProps {
  of: ColourLegend;
  unit: string;
  className?: string;
  styleOf: (share: number) => CSSProperties;
}

/** Each colour from low to high, and the values between them. */
export function Legend({ of: { boxes, ticks, y, height }, unit, className, styleOf }: LegendProps) {
  return (
    <>
      {boxes.map(({ share, x, width }) => (
        <path
          key={x}
          className={className}
          style={styleOf(share)}
          d={`M${round(x)} ${y}h${round(width)}v${height}h${round(-width)}z`}
        />
      ))}
      <g className="drawn-times">
        {ticks.map(({ value, at, label }, index) => (
          <text key={value} x={round(at)} y={y + height + 16}>
            {label}
            {index === ticks.length - 1 && unit !== '' && ` ${unit}`}
          </text>
        ))}
      </g>
    </>
  );
}
