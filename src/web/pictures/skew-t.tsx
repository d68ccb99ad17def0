import type { ReactNode } from 'react';
import { svgPath } from '../../pictures/geometry.ts';
import { drawHodograph, type Hodograph } from '../../pictures/hodograph.ts';
import { drawSkewT, type SkewT } from '../../pictures/skew-t.ts';
import {
  backgroundLines,
  backgroundNumbers,
  type ChartLine,
  type LineNumber,
} from '../../pictures/skew-t-background.ts';
import { soundingOf } from '../../pictures/sounding/sounding.ts';
import { isUnavailable } from '../../pictures/sounding/unavailable.ts';
import type { Units } from '../../pictures/units.ts';
import type { PictureProps } from './picture-figure.tsx';
import { Barbs, Dots, Lines, round, Svg, TimeLabels } from './svg.tsx';

/** A skew-T log-p chart with the hodograph in its empty corner. */
export function SoundingChart({ picture, label }: PictureProps<'sounding'>) {
  const sounding = soundingOf(picture.rows);
  if (isUnavailable(sounding)) return null;
  const chart = drawSkewT(sounding);
  const hodograph = drawHodograph(sounding);
  return (
    <Svg width={chart.width} height={chart.height} label={label}>
      <ChartBackground chart={chart} />
      {hodograph && (
        <g
          className="drawn-inset"
          transform={`translate(${chart.frame.left + 6} ${chart.frame.top + 24}) scale(.42)`}
        >
          <HodographLines hodograph={hodograph} />
        </g>
      )}
      <SkewTLines chart={chart} />
    </Svg>
  );
}

const labels: Record<string, string> = { temperature: 'T', 'dew point': 'Td', parcel: 'parcel' };

/** The measured lines, over the areas of CAPE and CIN. */
export function SkewTLines({ chart }: { chart: SkewT }) {
  const { areas, frame } = chart;
  return (
    <>
      <Lines className="drawn-cape" of={areas.cape} close />
      <Lines className="drawn-cin" of={areas.cin} close />
      <Lines className="drawn-virtual" of={chart.virtual} />
      <Lines className="drawn-parcel" of={chart.parcel} />
      <Lines className="drawn-dew-point" of={chart.dewPoint} />
      <Lines className="drawn-dew-point drawn-doubtful" of={chart.doubtfulDewPoint} />
      <Lines className="drawn-temperature" of={chart.temperature} />
      <Barbs barbs={chart.barbs} />
      <path
        className="drawn-level-marks"
        d={chart.levels
          .map(
            ({ x, y, labelY }) =>
              `M${round(x) - 7} ${round(y)}h14M${frame.right} ${round(y)}L${frame.right - 12} ${round(labelY)}`,
          )
          .join('')}
      />
      {chart.levels.map(({ label, labelY }) => (
        // The labels are at the edge, because lines and their names leave no room at the levels themselves.
        <text key={labelY} className="drawn-note drawn-level-name" x={frame.right - 16} y={round(labelY)}>
          {label}
        </text>
      ))}
      {chart.labels.map(({ of, x, y }) => (
        <text
          key={of}
          className={`drawn-note drawn-of-${of.replace(' ', '-')}`}
          x={round(x) + (of === 'dew point' ? -6 : 6)}
          y={round(y)}
          textAnchor={of === 'dew point' ? 'end' : 'start'}
        >
          {labels[of]}
        </text>
      ))}
    </>
  );
}

/** The part that does not depend on data. */
export function ChartBackground({ chart, units }: { chart: SkewT; units?: Units }) {
  const { frame, pressures, heights, heightUnit, temperatures, temperatureUnit } = chart;
  const lines = backgroundLines();
  const numbers = backgroundNumbers(lines, units);
  const all = (some: ChartLine[]) => some.flatMap(({ pieces }) => pieces);
  return (
    <>
      <path
        className="drawn-grid"
        d={pressures.map(({ at }) => `M${frame.left} ${round(at)}H${frame.right}`).join('')}
      />
      <Lines className="drawn-isotherms" of={all(lines.isotherms)} />
      <Lines className="drawn-freezing" of={all(lines.isotherms.filter(({ value }) => value === 0))} />
      <Lines className="drawn-dry" of={all(lines.dryAdiabats)} />
      <Lines className="drawn-moist" of={all(lines.moistAdiabats)} />
      <Lines className="drawn-mixing" of={all(lines.mixingRatios)} />
      <path
        className="drawn-edge"
        d={`M${frame.left} ${frame.top}H${frame.right}V${frame.bottom}H${frame.left}z`}
      />
      <g className="drawn-values">
        {pressures.map(({ value, at, label }) => (
          // Below 850 hPa a phone has no room for two numbers.
          <text
            key={value}
            className={value === 925 ? 'drawn-if-wide' : undefined}
            x={frame.left - 8}
            y={round(at)}
          >
            {label}
          </text>
        ))}
        <text x={frame.left - 8} y={frame.top - 20}>
          hPa
        </text>
      </g>
      <TimeLabels ticks={temperatures} y={frame.bottom + 18} unit={temperatureUnit} spacing="wide" />
      <Numbers of={numbers.isotherms} />
      <Numbers of={numbers.dryAdiabats} className="drawn-of-temperature" />
      <Numbers of={numbers.mixingRatios} className="drawn-of-mixing" />
      <g className="drawn-heights">
        {heights
          .filter(({ value }) => value % 2 === 0 || value < 4)
          .map(({ value, at, label }, index) => (
            // One unit is enough: on a phone, more of them would reach the barbs.
            <text key={value} x={frame.right + 6} y={round(at)}>
              {index === 0 ? `${label} ${heightUnit}` : label}
            </text>
          ))}
      </g>
    </>
  );
}

/** A phone has room for every second number; the last one has the unit. */
const Numbers = ({ of, className = '' }: { of: LineNumber[]; className?: string }) =>
  of.map(({ value, label, x, y, anchor }, index) => (
    <text
      key={value}
      className={`drawn-number ${className} ${(of.length - index) % 2 === 0 ? 'drawn-if-wide' : ''}`}
      x={round(x)}
      y={round(y)}
      textAnchor={anchor}
    >
      {label}
    </text>
  ));

interface HodographLinesProps {
  hodograph: Hodograph;
  /** Other winds, below those of the balloon, so that the colours of its layers stay visible. */
  children?: ReactNode;
}

export function HodographLines({ hodograph, children }: HodographLinesProps) {
  const { centre, rings, texts, layers, labels, heights } = hodograph;
  const outer = rings.at(-1)!;
  return (
    <g className="drawn-hodograph">
      <circle className="drawn-backing" cx={centre.x} cy={centre.y} r={round(outer.radius)} />
      {rings.map(({ label, radius }) => (
        <circle key={label} className="drawn-ring" cx={centre.x} cy={centre.y} r={round(radius)} />
      ))}
      <path
        className="drawn-ring"
        d={`M${centre.x} ${round(centre.y - outer.radius)}v${round(2 * outer.radius)}M${round(centre.x - outer.radius)} ${centre.y}h${round(2 * outer.radius)}`}
      />
      <g className="drawn-compass">
        {texts.map(({ label, x, y }) => (
          <text key={label} className="drawn-haloed" x={round(x)} y={round(y)}>
            {label}
          </text>
        ))}
      </g>
      {children}
      {layers.map(({ fromKilometres, marks }) => (
        <path key={fromKilometres} className={`drawn-layer-${fromKilometres}`} d={svgPath([marks])} />
      ))}
      <Dots className="drawn-height-dots" at={heights} />
      {labels.map((label) => {
        const isStorm = 'name' in label;
        const [x, y] = [round(label.x), round(label.y)];
        return (
          <g key={label.label} className={isStorm ? 'drawn-storm' : undefined}>
            {isStorm && <circle className="drawn-run" cx={x} cy={y} r="4" />}
            <text
              className={`drawn-beside drawn-haloed ${isStorm ? 'drawn-mover' : ''}`}
              x={x}
              y={y}
              dx={`${label.dx.toFixed(2)}em`}
              dy={`${label.dy.toFixed(2)}em`}
            >
              {label.label}
            </text>
          </g>
        );
      })}
    </g>
  );
}
