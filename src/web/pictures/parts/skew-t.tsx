import type { SkewT } from '../../../pictures/skew-t.ts';
import { type ChartLine, skewTLines } from '../../../pictures/skew-t-lines.ts';
import { Barbs } from './barbs.tsx';
import { Lines, round } from './svg.tsx';

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
        <text className="drawn-note" x={round(chart.tropopause.x) + 10} y={round(chart.tropopause.y)}>
          tropopause
        </text>
      )}
      {chart.condensation && (
        // At the edge: where it is, the lines and their names leave no room.
        <text
          className="drawn-note"
          x={chart.frame.right - 4}
          y={round(chart.condensation.y) + 4}
          textAnchor="end"
        >
          LCL –
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
    </>
  );
}

/** What is there before any data. */
export function ChartBackground({ chart: { frame, pressures, heights, temperatures } }: { chart: SkewT }) {
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
