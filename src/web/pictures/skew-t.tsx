import { svgPath } from '../../pictures/geometry.ts';
import { drawHodograph, type Hodograph } from '../../pictures/hodograph.ts';
import { backgroundLines, type ChartLine, drawSkewT, type SkewT } from '../../pictures/skew-t.ts';
import { soundingOf } from '../../pictures/sounding/sounding.ts';
import { isUnavailable } from '../../pictures/sounding/unavailable.ts';
import { defaultUnits, formatSpeed, type Units } from '../../pictures/units.ts';
import type { PictureProps } from './picture-figure.tsx';
import { Barbs, Dots, Lines, round, Svg, TimeLabels, ValueLabels } from './svg.tsx';

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
        <g transform={`translate(${chart.frame.left + 6} ${chart.frame.top + 6}) scale(.42)`}>
          <HodographLines hodograph={hodograph} />
        </g>
      )}
      <SkewTLines chart={chart} />
    </Svg>
  );
}

const labels: Record<string, string> = { temperature: 'T', 'dew point': 'Td', parcel: 'parcel' };

/** The measured lines. */
export function SkewTLines({ chart }: { chart: SkewT }) {
  return (
    <>
      <Lines className="drawn-virtual" of={chart.virtual} />
      <Lines className="drawn-parcel" of={chart.parcel} />
      <Lines className="drawn-dew-point" of={chart.dewPoint} />
      <Lines className="drawn-dew-point drawn-doubtful" of={chart.doubtfulDewPoint} />
      <Lines className="drawn-temperature" of={chart.temperature} />
      <Barbs barbs={chart.barbs} />
      {chart.tropopause && (
        <text className="drawn-note" x={round(chart.tropopause.x) + 10} y={round(chart.tropopause.y)}>
          tropopause
        </text>
      )}
      {chart.levels.map(({ label, y }) => (
        // The labels are at the edge, because lines and their names leave no room at the levels themselves.
        <text key={label} className="drawn-note" x={chart.frame.right - 4} y={round(y) + 4} textAnchor="end">
          {label} –
        </text>
      ))}
      {chart.labels.map(({ of, x, y }) => (
        <text
          key={of}
          className={`drawn-of-${of.replace(' ', '-')}`}
          x={round(x) + (of === 'dew point' ? -14 : 6)}
          y={round(y) - 6}
        >
          {labels[of]}
        </text>
      ))}
    </>
  );
}

/** The part that does not depend on data. */
export function ChartBackground({ chart }: { chart: SkewT }) {
  const { frame, pressures, heights, temperatures, temperatureUnit } = chart;
  const lines = backgroundLines();
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
      <ValueLabels ticks={pressures} x={frame.left - 8} />
      <TimeLabels ticks={temperatures} y={frame.bottom + 18} unit={temperatureUnit} />
      <g className="drawn-heights">
        {heights
          .filter(({ value }) => value % 2 === 0 || value < 4)
          .map(({ value, at, label }) => (
            <text key={value} x={frame.right + 6} y={round(at)}>
              {label}
            </text>
          ))}
      </g>
    </>
  );
}

interface HodographLinesProps {
  hodograph: Hodograph;
  units?: Units;
}

export function HodographLines({
  hodograph: { centre, rings, layers, labels: heights, storms },
  units = defaultUnits,
}: HodographLinesProps) {
  const outer = rings.at(-1)!;
  return (
    <g className="drawn-hodograph">
      <circle className="drawn-backing" cx={centre.x} cy={centre.y} r={round(outer.radius)} />
      {rings.map(({ metresPerSecond, radius }) => (
        <circle key={metresPerSecond} className="drawn-ring" cx={centre.x} cy={centre.y} r={round(radius)} />
      ))}
      <path
        className="drawn-ring"
        d={`M${centre.x} ${round(centre.y - outer.radius)}v${round(2 * outer.radius)}M${round(centre.x - outer.radius)} ${centre.y}h${round(2 * outer.radius)}`}
      />
      {layers.map(({ fromKilometres, marks }) => (
        <path key={fromKilometres} className={`drawn-layer-${fromKilometres}`} d={svgPath([marks])} />
      ))}
      {heights.map(({ label, x, y }) => (
        <text key={label} x={round(x) + 5} y={round(y) - 5}>
          {label}
        </text>
      ))}
      <Dots className="drawn-height-dots" at={heights} />
      {storms.map(({ mover, x, y }) => (
        <text key={mover} className="drawn-mover" x={round(x)} y={round(y)}>
          {mover === 'right' ? 'R' : 'L'}
        </text>
      ))}
      <text x={centre.x + 4} y={round(centre.y - outer.radius) + 22}>
        {formatSpeed(outer.metresPerSecond, units)}
      </text>
    </g>
  );
}
