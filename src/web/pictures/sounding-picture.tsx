import { drawHodograph, type Hodograph } from '../../drawing/hodograph.ts';
import { pathOf } from '../../drawing/path.ts';
import type { Picture } from '../../drawing/picture.ts';
import { drawSkewT, type SkewT } from '../../drawing/skew-t.ts';
import { type ChartLine, skewTLines } from '../../drawing/skew-t-lines.ts';
import { soundingOf } from '../../sounding/sounding.ts';
import { isUnavailable } from '../../sounding/unavailable.ts';
import { Barbs } from './barbs.tsx';
import { Lines, round, Svg } from './svg.tsx';

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
      {chart.condensation && (
        <text className="drawn-note" x={round(chart.condensation.x) + 10} y={round(chart.condensation.y)}>
          LCL
        </text>
      )}
      {chart.labels.map(({ text, of, x, y }) => (
        <text
          key={of}
          className={`drawn-of-${of.replace(' ', '-')}`}
          x={round(x) + (of === 'dew point' ? -14 : 6)}
          y={round(y) - 6}
        >
          {text}
        </text>
      ))}
    </Svg>
  );
}

function ChartBackground({ chart: { frame, pressures, heights, temperatures } }: { chart: SkewT }) {
  const lines = skewTLines();
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
          <text key={value} x={frame.left - 8} y={round(at)}>
            {label}
          </text>
        ))}
      </g>
      <g className="drawn-times">
        {temperatures.map(({ value, at, label }) => (
          <text key={value} x={round(at)} y={frame.bottom + 18}>
            {label}
            {value === 40 && ' °C'}
          </text>
        ))}
      </g>
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

function HodographLines({ hodograph: { centre, rings, layers, kilometres } }: { hodograph: Hodograph }) {
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
      {layers.map(({ fromKilometres, marks }, index) => (
        <path key={fromKilometres} className={`drawn-layer-${index}`} d={pathOf([marks])} />
      ))}
      {kilometres
        .filter(({ label }) => Number(label) % 3 === 0)
        .map(({ label, x, y }) => (
          <text key={label} x={round(x) + 5} y={round(y) - 5}>
            {label}
          </text>
        ))}
      <text x={centre.x + 4} y={round(centre.y - outer.radius) + 22}>
        {outer.metresPerSecond} m/s
      </text>
    </g>
  );
}
