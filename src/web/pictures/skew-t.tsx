import { svgPath } from '../../pictures/geometry.ts';
import { drawHodograph, type Hodograph } from '../../pictures/hodograph.ts';
import type { Picture } from '../../pictures/picture.ts';
import { backgroundLines, type ChartLine, drawSkewT, type SkewT } from '../../pictures/skew-t.ts';
import { soundingOf } from '../../pictures/sounding/sounding.ts';
import { isUnavailable } from '../../pictures/sounding/unavailable.ts';
import { knotsOf } from '../../pictures/wind-barb.ts';
import { Barbs, Lines, roundToTenth, Svg } from './svg.tsx';

type Rows = Extract<Picture, { kind: 'sounding' }>['rows'];

/** A skew-T log-p chart with the hodograph in its empty corner. */
export function SoundingPicture({ rows, label }: { rows: Rows; label: string }) {
  const sounding = soundingOf(rows);
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

/** What was measured. */
export function SkewTLines({ chart }: { chart: SkewT }) {
  return (
    <>
      <Lines className="drawn-parcel" of={chart.parcel} />
      <Lines className="drawn-dew-point" of={chart.dewPoint} />
      <Lines className="drawn-dew-point drawn-doubtful" of={chart.doubtfulDewPoint} />
      <Lines className="drawn-temperature" of={chart.temperature} />
      <Barbs barbs={chart.barbs} />
      {chart.tropopause && (
        <text
          className="drawn-note"
          x={roundToTenth(chart.tropopause.x) + 10}
          y={roundToTenth(chart.tropopause.y)}
        >
          tropopause
        </text>
      )}
      {chart.condensation && (
        // At the edge: where it is, the lines and their names leave no room.
        <text
          className="drawn-note"
          x={chart.frame.right - 4}
          y={roundToTenth(chart.condensation.y) + 4}
          textAnchor="end"
        >
          LCL –
        </text>
      )}
      {chart.labels.map(({ text, of, x, y }) => (
        <text
          key={of}
          className={`drawn-of-${of.replace(' ', '-')}`}
          x={roundToTenth(x) + (of === 'dew point' ? -14 : 6)}
          y={roundToTenth(y) - 6}
        >
          {text}
        </text>
      ))}
    </>
  );
}

/** What is there before any data. */
export function ChartBackground({ chart: { frame, pressures, heights, temperatures } }: { chart: SkewT }) {
  const lines = backgroundLines();
  const all = (some: ChartLine[]) => some.flatMap(({ pieces }) => pieces);
  return (
    <>
      <path
        className="drawn-grid"
        d={pressures.map(({ at }) => `M${frame.left} ${roundToTenth(at)}H${frame.right}`).join('')}
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
          <text key={value} x={frame.left - 8} y={roundToTenth(at)}>
            {label}
          </text>
        ))}
      </g>
      <g className="drawn-times">
        {temperatures.map(({ value, at, label }) => (
          <text key={value} x={roundToTenth(at)} y={frame.bottom + 18}>
            {label}
            {value === 40 && ' °C'}
          </text>
        ))}
      </g>
      <g className="drawn-heights">
        {heights
          .filter(({ value }) => value % 2 === 0 || value < 4)
          .map(({ value, at, label }) => (
            <text key={value} x={frame.right + 6} y={roundToTenth(at)}>
              {label}
            </text>
          ))}
      </g>
    </>
  );
}

interface HodographLinesProps {
  hodograph: Hodograph;
  unit?: 'm/s' | 'kt';
}

export function HodographLines({
  hodograph: { centre, rings, layers, kilometres },
  unit = 'm/s',
}: HodographLinesProps) {
  const outer = rings.at(-1)!;
  return (
    <g className="drawn-hodograph">
      <circle className="drawn-backing" cx={centre.x} cy={centre.y} r={roundToTenth(outer.radius)} />
      {rings.map(({ metresPerSecond, radius }) => (
        <circle
          key={metresPerSecond}
          className="drawn-ring"
          cx={centre.x}
          cy={centre.y}
          r={roundToTenth(radius)}
        />
      ))}
      <path
        className="drawn-ring"
        d={`M${centre.x} ${roundToTenth(centre.y - outer.radius)}v${roundToTenth(2 * outer.radius)}M${roundToTenth(centre.x - outer.radius)} ${centre.y}h${roundToTenth(2 * outer.radius)}`}
      />
      {layers.map(({ fromKilometres, marks }) => (
        <path key={fromKilometres} className={`drawn-layer-${fromKilometres}`} d={svgPath([marks])} />
      ))}
      {kilometres
        .filter(({ label }) => Number(label) % 3 === 0)
        .map(({ label, x, y }) => (
          <text key={label} x={roundToTenth(x) + 5} y={roundToTenth(y) - 5}>
            {label}
          </text>
        ))}
      <text x={centre.x + 4} y={roundToTenth(centre.y - outer.radius) + 22}>
        {unit === 'kt' ? Math.round(knotsOf(outer.metresPerSecond)) : outer.metresPerSecond} {unit}
      </text>
    </g>
  );
}
