import { type CSSProperties, memo, type ReactNode } from 'react';
import type { Tick } from '../../pictures/axes.ts';
import type { ColourLegend } from '../../pictures/colour-scale.ts';
import type { EarthMap } from '../../pictures/earth-map.ts';
import type { drawFleet } from '../../pictures/fleet-map.ts';
import { type Frame, type Point, svgPath } from '../../pictures/geometry.ts';
import type { DrawnTrack } from '../../pictures/track-map.ts';
import type { WindBarb } from '../../pictures/wind-barb.ts';

interface SvgProps {
  width: number;
  height: number;
  /** The text for screen readers. */
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

/** The point of a mouse event in units of the picture; undefined while the picture isn't rendered. */
export function pointIn(svg: SVGSVGElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const toScreen = svg.getScreenCTM();
  if (!toScreen) return undefined;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toScreen.inverse());
  return { x, y, unitsPerPixel: 1 / toScreen.a };
}

/** Half of a picture's size is numbers, so they have no more digits than the eye can see. */
export const round = (value: number) => Math.round(value * 10) / 10;

interface LinesProps {
  of: readonly (readonly Point[])[];
  className: string;
  /** True for the outlines of areas. */
  close?: boolean;
}

export function Lines({ of, className, close = false }: LinesProps) {
  const d = svgPath(of, { close });
  return d === '' ? null : <path className={className} d={d} />;
}

/** Dots are lines without length, which the stylesheet gives round ends. */
export const Dots = ({ at, className }: { at: readonly Point[]; className: string }) => (
  <path className={className} d={at.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join('')} />
);

/** The tracks of balloons, with a dot at the head of each. */
export const FleetLines = ({ balloons }: { balloons: ReturnType<typeof drawFleet> }) => (
  <>
    <Lines className="drawn-tracks" of={balloons.flatMap(({ track }) => track)} />
    <Dots className="drawn-stations" at={balloons.flatMap(({ head }) => head ?? [])} />
  </>
);

/** The days next to the dots of a track. */
export const DayLabels = ({ dots }: { dots: DrawnTrack['dots'] }) =>
  dots.map(
    ({ x, y, timeMs, label, isLabelLeft }) =>
      label && (
        <text
          key={timeMs}
          className="drawn-day"
          x={round(x) + (isLabelLeft ? -7 : 7)}
          y={round(y) - 7}
          textAnchor={isLabelLeft ? 'end' : undefined}
        >
          {label}
        </text>
      ),
  );

interface Box extends Point {
  width: number;
  height: number;
}

export const boxPath = (boxes: readonly Box[]) =>
  boxes
    .map(({ x, y, width, height }) => {
      const across = round(width);
      return `M${round(x)} ${round(y)}h${across}v${round(height)}h${-across}z`;
    })
    .join('');

/** Horizontal grid lines with their values on the left, and the quantity above. */
export function ValueAxis({ ticks, frame, of }: { ticks: readonly Tick[]; frame: Frame; of: string }) {
  return (
    <>
      <path
        className="drawn-grid"
        d={ticks.map(({ at }) => `M${frame.left} ${round(at)}H${frame.right}`).join('')}
      />
      <ValueLabels ticks={ticks} x={frame.left - 8} spacing="wide" />
      <text className="drawn-note" x={frame.left} y={frame.top - 9}>
        {of}
      </text>
    </>
  );
}

interface ValueLabelsProps {
  ticks: readonly Tick[];
  x: number;
  /** On the smallest phone the lowest and every second value are left out, or of dense labels the second. */
  spacing?: 'wide' | 'dense';
}

export const ValueLabels = ({ ticks, x, spacing }: ValueLabelsProps) => (
  <g className="drawn-values" data-spacing={spacing}>
    {ticks.map(({ value, at, label }) => (
      <text key={value} x={x} y={round(at)}>
        {label}
      </text>
    ))}
  </g>
);

/** Vertical grid lines with their times below. */
export function TimeAxis({ ticks, frame }: { ticks: readonly Tick[]; frame: Frame }) {
  return (
    <>
      <path
        className="drawn-grid"
        d={ticks.map(({ at }) => `M${round(at)} ${frame.top}V${round(frame.bottom)}`).join('')}
      />
      <TimeLabels ticks={ticks} y={round(frame.bottom) + 18} spacing="wide" />
    </>
  );
}

interface TimeLabelsProps {
  ticks: readonly Tick[];
  y: number;
  /** The unit is written after the last label. */
  unit?: string;
  /** Every second label is left out on a phone if they are dense, or on the smallest phone if they are wide. */
  spacing?: 'wide' | 'dense';
}

export const TimeLabels = ({ ticks, y, unit = '', spacing }: TimeLabelsProps) => (
  <g className="drawn-times" data-spacing={spacing}>
    {ticks.map(({ value, at, label }, index) => (
      <text key={value} x={round(at)} y={y}>
        {label}
        {index === ticks.length - 1 && unit !== '' && ` ${unit}`}
      </text>
    ))}
  </g>
);

/** All barbs are drawn as two paths and a few circles. */
export function Barbs({ barbs }: { barbs: readonly (WindBarb & Point)[] }) {
  return (
    <g className="drawn-barbs">
      <path d={svgPath(barbs.flatMap(({ lines }) => lines))} />
      <Lines className="drawn-pennants" of={barbs.flatMap(({ pennants }) => pennants)} close />
      {barbs
        .filter(({ isCalm }) => isCalm)
        .map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={round(x)} cy={round(y)} r="3" />
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

/** The colours from low to high, and the values between them. */
export function ColourScale({ of: { boxes, ticks, y, height }, unit, className, styleOf }: ColourScaleProps) {
  return (
    <>
      {boxes.map(({ share, x, width }) => (
        <path key={x} className={className} style={styleOf(share)} d={boxPath([{ x, y, width, height }])} />
      ))}
      <TimeLabels ticks={ticks} y={y + height + 16} unit={unit} />
    </>
  );
}

/** Sea, graticule and land. Each is a component of its own, because the viewer renders them in steps. */
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
