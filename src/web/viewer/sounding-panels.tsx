import { Fragment, memo, useMemo, useRef } from 'react';
import { isSandboxed } from '../../content/sandbox.ts';
import { formatCount } from '../../pictures/format.ts';
import { isInside } from '../../pictures/geometry.ts';
import { drawHodograph } from '../../pictures/hodograph.ts';
import { computations } from '../../pictures/index-computations.ts';
import { describeSounding, drawSkewT, levelsTable } from '../../pictures/skew-t.ts';
import { airAt, airAtPoint, skewTFrame } from '../../pictures/skew-t-axes.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import { type IndexText, listIndices } from '../../pictures/sounding-indices.ts';
import {
  describeLayers,
  driftWarning,
  qualityTable,
  rejectionTexts,
} from '../../pictures/sounding-quality.ts';
import { type Units, withHeights } from '../../pictures/units.ts';
import { barbLegendOf } from '../../pictures/wind-barb.ts';
import { ExportButtons } from '../pictures/export-buttons.tsx';
import { PictureTable } from '../pictures/picture-figure.tsx';
import { ChartBackground, HodographLines, SkewTLines } from '../pictures/skew-t.tsx';
import { Svg } from '../pictures/svg.tsx';
import { useSite } from '../router/router-context.tsx';
import type { Reference } from './comparison/reference-store.ts';
import { dewPointOf, formatClockWithSeconds, measuredValues } from './format.ts';
import { CursorMark, CursorText, useClickPoint, useViewer } from './panel.tsx';
import type { Settings } from './store/viewer-address.ts';
import { nearestIndex, type ViewedLeg } from './store/viewer-data.ts';

interface SoundingProps {
  sounding: Sounding;
  parcel: keyof Sounding['parcels'];
  units: Units;
}

/** The references are drawn together with the leg. Their code is loaded later. */
export interface Comparison {
  code: typeof import('./comparison/comparison-panel.tsx') | undefined;
  references: readonly Reference[];
}

const referenceNames = { model: 'Forecast', leg: 'Other leg' };

const ReferenceLegend = ({ references }: Pick<Comparison, 'references'>) =>
  references.map(({ kind }) => (
    <li key={kind} data-line={kind}>
      {referenceNames[kind]}
    </li>
  ));

type SkewTProps = SoundingProps & { comparison: Comparison };

export const SkewTPanel = memo(function SkewTPanel({ sounding, parcel, units, comparison }: SkewTProps) {
  const { code, references } = comparison;
  const viewer = useViewer();
  const figure = useRef<HTMLElement>(null);
  const chart = useMemo(() => drawSkewT(sounding, parcel, units), [sounding, parcel, units]);
  const caption = describeSounding(sounding, units);
  const warning = driftWarning(sounding.leg);
  useClickPoint(figure, (point) => {
    if (!isInside(point, skewTFrame)) return;
    const rows = viewer.state.get().leg?.rows ?? [];
    viewer.moveTo(nearestIndex(rows, airAtPoint(point).pressureHpa, ({ pressure }) => pressure));
  });
  return (
    <figure ref={figure} className="picture viewer-skew-t" aria-label="Skew-T diagram">
      <figcaption>
        {caption} {warning && <strong className="viewer-warning">{warning}</strong>}
      </figcaption>
      <Svg width={chart.width} height={chart.height} label="Skew-T diagram">
        <ChartBackground chart={chart} units={units} />
        {code && <code.ReferenceLines of={references} />}
        <SkewTLines chart={chart} />
        <CursorMark at={pressureLine}>
          <path className="viewer-cursor-line" d={`M${skewTFrame.left} 0H${skewTFrame.right}`} />
        </CursorMark>
        <CursorMark at={(row) => chartPoint(row, row.temperature)}>
          <circle className="viewer-cursor-temperature" r="5" />
        </CursorMark>
        <CursorMark at={(row) => chartPoint(row, dewPointOf(row))}>
          <circle className="viewer-cursor-dew-point" r="5" />
        </CursorMark>
      </Svg>
      <p className="viewer-readout">
        <CursorText
          text={(row) => [formatClockWithSeconds(row.timestamp), ...measuredValues(row, units)].join(' · ')}
        />
      </p>
      <ul className="viewer-legend">
        <li data-line="temperature">Temperature</li>
        <li data-line="dew-point">Dew point</li>
        {chart.parcel.length > 0 && (
          <>
            <li data-line="virtual">Virtual temperature</li>
            <li data-line="parcel">Lifted parcel (virtual)</li>
          </>
        )}
        {chart.areas.cape.length > 0 && <li data-line="cape">CAPE</li>}
        {chart.areas.cin.length > 0 && <li data-line="cin">CIN</li>}
        <ReferenceLegend references={references} />
        <li data-line="dry">Dry adiabats</li>
        <li data-line="moist">Moist adiabats</li>
        <li data-line="mixing">Mixing ratio</li>
        <li>{barbLegendOf(units.wind)}</li>
      </ul>
    </figure>
  );
});

function chartPoint({ pressure }: SoundingRow, celsius: number | null) {
  if (pressure === null || celsius === null) return undefined;
  const point = airAt(celsius, pressure);
  return isInside(point, skewTFrame) ? point : undefined;
}

function pressureLine({ pressure }: SoundingRow) {
  if (pressure === null) return undefined;
  const { y } = airAt(0, pressure);
  return y >= skewTFrame.top && y <= skewTFrame.bottom ? { x: 0, y } : undefined;
}

const skewTName = 'the skew-T diagram';

type SoundingTableProps = Pick<ViewedLeg, 'mission' | 'number'> & { sounding: Sounding; units: Units };

/** Export buttons and the table of levels of the diagram. */
export const SoundingTable = memo(function SoundingTable(props: SoundingTableProps) {
  const { mission, number, sounding, units } = props;
  const { sandbox } = useSite();
  const table = useMemo(() => levelsTable(sounding.levels, units), [sounding, units]);
  return (
    <section aria-label="Levels of the sounding">
      <b className="viewer-title">Levels of the sounding</b>
      <ExportButtons
        name={skewTName}
        of=".viewer-skew-t"
        fileName={`${mission}-leg-${number}`}
        readTable={async () => table}
        isSynthetic={isSandboxed(sandbox, 'data')}
      />
      <PictureTable table={table} name={skewTName} />
    </section>
  );
});

interface HodographProps extends Omit<SkewTProps, 'parcel'> {
  winds: Settings['hodograph'];
}

export const HodographPanel = memo(function HodographPanel(props: HodographProps) {
  const { sounding, units, winds, comparison } = props;
  const viewer = useViewer();
  const { code, references } = comparison;
  const hodograph = useMemo(() => {
    const otherWinds = references.flatMap(({ profile }) => profile.flatMap(({ wind }) => wind ?? []));
    return drawHodograph(sounding, { units, isStormRelative: winds === 'storm', otherWinds });
  }, [sounding, units, winds, references]);
  if (!hodograph) return <p className="viewer-reason">No hodograph, because no wind was measured.</p>;
  const { pointOf, rings, relativeTo, storms } = hodograph;
  const windPoint = ({ speed_u: u, speed_v: v }: SoundingRow) =>
    u === null || v === null ? undefined : pointOf({ u, v });
  const label = `Wind ${relativeTo ? `relative to the ${relativeTo} mover, ` : ''}from the lowest to the highest level, seen from above. North is up; the outer ring is ${rings.at(-1)?.label}.`;
  return (
    <figure className="picture viewer-hodograph" aria-label="Hodograph">
      <Svg width={hodograph.width} height={hodograph.height} label={label}>
        <HodographLines hodograph={hodograph}>
          {code && <code.ReferenceWinds of={references} hodograph={hodograph} />}
        </HodographLines>
        <CursorMark at={windPoint}>
          <circle className="viewer-cursor-dot" r="6" />
        </CursorMark>
      </Svg>
      <ul className="viewer-legend">
        {storms.length > 0 && (
          <li>
            <label className="viewer-storm-relative">
              <input
                type="checkbox"
                checked={winds === 'storm'}
                onChange={(event) => viewer.set('hodograph', event.target.checked ? 'storm' : 'ground')}
              />
              Relative to the storm
            </label>
          </li>
        )}
        {hodograph.layers.map(({ fromKilometres, toKilometres }) => (
          <li key={fromKilometres} data-layer={fromKilometres}>
            {toKilometres > 20 ? `above ${fromKilometres} km` : `${fromKilometres}–${toKilometres} km`}
          </li>
        ))}
        <ReferenceLegend references={references} />
        <li>
          {units.heights === 'ft' ? 'Heights in 1,000 ft, layers in km,' : 'Heights in km'} above{' '}
          {hodograph.heightsAbove}.{storms.length > 0 && ' R, L: movers. M: mean wind, 0–6 km.'}
        </li>
      </ul>
    </figure>
  );
});

/** The indices in groups, and how each is computed. */
export const IndexTable = memo(function IndexTable({ sounding, parcel, units }: SoundingProps) {
  return (
    <>
      <table className="viewer-indices" aria-label="Indices of the sounding">
        {listIndices(sounding, [parcel], units).map(({ title, note, indices }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                <b>{title}</b>
                {note && <span className="viewer-reason">{note}</span>}
              </th>
            </tr>
            {mergeSameReasons(indices).map((index) => (
              <IndexRow key={index.name} index={index} />
            ))}
          </tbody>
        ))}
      </table>
      <ComputationsPanel />
    </>
  );
});

const ComputationsPanel = () => (
  <details className="viewer-computations">
    <summary>How each number is computed</summary>
    <dl>
      {computations.map(([name, computation]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{computation}</dd>
        </Fragment>
      ))}
    </dl>
  </details>
);

function IndexRow({ index: { name, value, layer, reason } }: { index: IndexText }) {
  if (value === undefined)
    return (
      <tr>
        <th scope="row" colSpan={2}>
          {name}
          <span className="viewer-reason">{reason}</span>
        </th>
      </tr>
    );
  return (
    <tr>
      <th scope="row">
        {name} {layer && <span className="viewer-layer">{layer}</span>}
      </th>
      <td>{value}</td>
    </tr>
  );
}

/** Indices that are missing for the same reason share a row. */
export function mergeSameReasons(rows: readonly IndexText[]): IndexText[] {
  const merged: IndexText[] = [];
  for (const each of rows) {
    const same = each.reason === undefined ? undefined : merged.find(({ reason }) => reason === each.reason);
    if (same) same.name = `${same.name}, ${lowerFirst(each.name)}`;
    else merged.push({ ...each });
  }
  return merged;
}

/** Abbreviations such as CAPE keep their first letter. */
const lowerFirst = (name: string) =>
  name.replace(/^[A-Z](?=[a-z])(?!otal Totals)/, (letter) => letter.toLowerCase());

type QualityProps = Omit<SoundingProps, 'parcel'> & { rows: number };

/** How far the leg can be trusted: its extent, what is missing, what was left out, and the rows by height. */
export const QualityPanel = memo(function QualityPanel({ sounding, rows, units }: QualityProps) {
  return (
    <section aria-label="Data quality">
      <b className="viewer-title">Data quality</b>
      <ul className="viewer-facts">
        <li>{legText(sounding.leg, rows)}</li>
        <li>{describeLayers(sounding)}</li>
        {sounding.remarks.map((remark) => (
          <li key={remark}>{withHeights(remark, units)}</li>
        ))}
        {rejectionTexts(sounding).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <PictureTable table={qualityTable(sounding, units)} name="data quality by height" />
    </section>
  );
});

function legText({ begin, end, distanceMetres, isOngoing }: Leg, rows: number): string {
  const hours = ((end.timeSeconds - begin.timeSeconds) / 3600).toFixed(1);
  const distance = distanceMetres === null ? '' : ` ${Math.round(distanceMetres / 1000)} km,`;
  return `${formatClockWithSeconds(begin.timeSeconds)} to ${formatClockWithSeconds(end.timeSeconds)}${isOngoing ? ' so far' : ''}: ${hours} h,${distance} ${formatCount(rows)} observations.`;
}
