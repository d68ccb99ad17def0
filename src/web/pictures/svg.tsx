import { type CSSProperties, memo, type ReactNode } from 'react';
import type { Tick } from '../../pictures/axes.ts';
import type { ColourLegend } from '../../pictures/colour-scale.ts';
import type { EarthMap } from '../../pictures/earth-map.ts';
import { type Frame, type Point, svgPath } from '../../pictures/geometry.ts';
import type { WindBarb } from '../../pictures/wind-barb.ts';

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
      viewBox={`0 0 ${roundToTenth(width)} ${roundToTenth(height)}`}
      role="img"
      aria-label={label}
      data-width={roundToTenth(width)}
    >
      {children}
    </svg>
  );
}

/** No more digits than can be seen: half of a picture's weight is numbers. */
export const roundToTenth = (value: number) => Math.round(value * 10) / 10;

export function Lines({ of, className }: { of: readonly (readonly Point[])[]; className: string }) {
  const d = svgPath(of);
  return d === '' ? null : <path className={className} d={d} />;
}

/** Lines across the frame at each value, and the values beside it; what they are of stands above. */
export function ValueAxis({ ticks, frame, of }: { ticks: readonly Tick[]; frame: Frame; of: string }) {
  return (
    <>
      <path
        className="drawn-grid"
        d={ticks.map(({ at }) => `M${frame.left} ${roundToTenth(at)}H${frame.right}`).join('')}
      />
      <g className="drawn-values">
        {ticks.map(({ value, at, label }) => (
          <text key={value} x={frame.left - 8} y={roundToTenth(at)}>
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
        d={ticks.map(({ at }) => `M${roundToTenth(at)} ${frame.top}V${roundToTenth(frame.bottom)}`).join('')}
      />
      <g className="drawn-times">
        {ticks.map(({ value, at, label }) => (
          <text key={value} x={roundToTenth(at)} y={roundToTenth(frame.bottom) + 18}>
            {label}
          </text>
        ))}
      </g>
    </>
  );
}

export const barbLegend =
  'A barb points to where the wind comes from: half a feather is 5 knots, a feather 10, a pennant 50.';

/** All barbs as two lines and a few circles. */
export function Barbs({ barbs }: { barbs: readonly (WindBarb & Point)[] }) {
  const pennants = svgPath(
    barbs.flatMap((barb) => barb.pennants),
    { close: true },
  );
  return (
    <g className="drawn-barbs">
      <path d={svgPath(barbs.flatMap(({ lines }) => lines))} />
      {pennants !== '' && <path className="drawn-pennants" d={pennants} />}
      {barbs
        .filter(({ isCalm }) => isCalm)
        .map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={roundToTenth(x)} cy={roundToTenth(y)} r="3" />
        ))}
    </g>
  );
}

interface ColourScaleProps {
  of: ColourLegend;
  unit: string;
  className?: string;
  styleOf: (share: number) => CSSProperties;
}

/** Each colour from low to high, and the values between them. */
export function ColourScale({ of: { boxes, ticks, y, height }, unit, className, styleOf }: ColourScaleProps) {
  return (
    <>
      {boxes.map(({ share, x, width }) => (
        <path
          key={x}
          className={className}
          style={styleOf(share)}
          d={`M${roundToTenth(x)} ${y}h${roundToTenth(width)}v${height}h${roundToTenth(-width)}z`}
        />
      ))}
      <g className="drawn-times">
        {ticks.map(({ value, at, label }, index) => (
          <text key={value} x={roundToTenth(at)} y={y + height + 16}>
            {label}
            {index === ticks.length - 1 && unit !== '' && ` ${unit}`}
          </text>
        ))}
      </g>
    </>
  );
}

/** Sea, lines of latitude and longitude, land; a step each. */
export function Earth({ earth, isFilled = true }: EarthProps & { isFilled?: boolean }) {
  return (
    <>
      {isFilled && <path className="drawn-sea" d={svgPath(earth.outline, { decimals: 0, close: true })} />}
      <Graticule earth={earth} />
      <Land earth={earth} className={isFilled ? 'drawn-land' : 'drawn-coast'} />
      <Lines className="drawn-edge" of={earth.outline} />
    </>
  );
}

interface EarthProps {
  earth: EarthMap;
}

const Graticule = memo(({ earth }: EarthProps) => (
  <path className="drawn-grid" d={svgPath(earth.graticule, { decimals: 0 })} />
));

const Land = memo(({ earth, className }: EarthProps & { className: string }) => (
  <path className={className} fillRule="evenodd" d={svgPath(earth.coast, { decimals: 0, close: true })} />
));
