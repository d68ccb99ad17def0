import { drawArchive } from '../../../pictures/charts/archive.ts';
import { round, Svg, TimeAxis } from '../parts/svg.tsx';

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
              ({ x, width: long }) => `M${round(x)} ${y + 6}h${round(long)}v${high - 12}h${round(-long)}z`,
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
