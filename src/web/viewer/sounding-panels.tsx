import { memo, useMemo, useRef } from 'react';
import { isSandboxed } from '../../content/sandbox.ts';
import { formatCount, pluralize } from '../../pictures/format.ts';
import { isInside } from '../../pictures/geometry.ts';
import { drawHodograph } from '../../pictures/hodograph.ts';
import {
  airAt,
  airAtPoint,
  describeSounding,
  drawSkewT,
  levelsTable,
  skewTFrame,
} from '../../pictures/skew-t.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { NamedLevel } from '../../pictures/sounding/levels.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import {
  isUnavailable,
  kilometreRange,
  kilometres,
  type OrUnavailable,
  type Quantity,
} from '../../pictures/sounding/unavailable.ts';
import { ExportButtons } from '../pictures/export-buttons.tsx';
import { PictureTable } from '../pictures/picture-figure.tsx';
import { ChartBackground, HodographLines, SkewTLines } from '../pictures/skew-t.tsx';
import { Svg } from '../pictures/svg.tsx';
import { useSite } from '../router/router-context.tsx';
import { dewPointOf, formatClock, formatSpeed, formatWind, measuredValues } from './format.ts';
import { CursorMark, CursorText, useClickPoint, useViewer } from './panel.tsx';
import type { Settings } from './store/viewer-address.ts';
import { nearestIndex, type ViewedLeg } from './store/viewer-data.ts';

interface SoundingProps {
  sounding: Sounding;
  parcel: keyof Sounding['parcels'];
  wind: Settings['wind'];
}

export const SkewTPanel = memo(function SkewTPanel({ sounding, parcel, wind }: SoundingProps) {
  const viewer = useViewer();
  const figure = useRef<HTMLElement>(null);
  const chart = useMemo(() => drawSkewT(sounding, parcel), [sounding, parcel]);
  const caption = describeSounding(sounding);
  useClickPoint(figure, (point) => {
    if (!isInside(point, skewTFrame)) return;
    const rows = viewer.state.get().leg?.rows ?? [];
    viewer.moveTo(nearestIndex(rows, airAtPoint(point).pressureHpa, ({ pressure }) => pressure));
  });
  return (
    <figure ref={figure} className="picture viewer-skew-t" aria-label="Skew-T diagram">
      <figcaption>{caption}</figcaption>
      <Svg width={chart.width} height={chart.height} label={caption}>
        <ChartBackground chart={chart} />
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
        <CursorText text={(row) => [formatClock(row.timestamp), ...measuredValues(row, wind)].join(' · ')} />
      </p>
      <ul className="viewer-legend">
        <li data-line="temperature">Temperature</li>
        <li data-line="dew-point">Dew point</li>
        <li data-line="parcel">Lifted parcel</li>
        <li data-line="dry">Dry adiabats</li>
        <li data-line="moist">Moist adiabats</li>
        <li data-line="mixing">Mixing ratio</li>
        <li>{wind === 'kt' ? 'Feather 10 kt, pennant 50 kt' : 'Feather 5 m/s, pennant 25 m/s'}</li>
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

type SoundingTableProps = Pick<ViewedLeg, 'mission' | 'number'> & { sounding: Sounding };

/** Export buttons and the table of levels, which must follow the diagram directly. */
export const SoundingTable = memo(function SoundingTable({ mission, number, sounding }: SoundingTableProps) {
  const { sandbox } = useSite();
  const table = useMemo(() => levelsTable(sounding.levels), [sounding]);
  return (
    <>
      <ExportButtons
        name={skewTName}
        fileName={`${mission}-leg-${number}`}
        readTable={async () => table}
        isSynthetic={isSandboxed(sandbox, 'data')}
      />
      <PictureTable table={table} name={skewTName} />
    </>
  );
});

type HodographProps = Omit<SoundingProps, 'parcel'>;

export const HodographPanel = memo(function HodographPanel({ sounding, wind }: HodographProps) {
  const hodograph = useMemo(() => drawHodograph(sounding), [sounding]);
  if (!hodograph) return <p className="viewer-reason">No hodograph, because no wind was measured.</p>;
  const { centre, metresPerUnit } = hodograph;
  const windPoint = ({ speed_u: u, speed_v: v }: SoundingRow) =>
    u === null || v === null
      ? undefined
      : { x: centre.x + u / metresPerUnit, y: centre.y - v / metresPerUnit };
  const label = `Wind from the lowest to the highest level, seen from above. North is up; the outer ring is ${hodograph.rings.at(-1)?.metresPerSecond} m/s.`;
  return (
    <figure className="picture viewer-hodograph" aria-label="Hodograph">
      <Svg width={hodograph.width} height={hodograph.height} label={label}>
        <HodographLines hodograph={hodograph} unit={wind === 'kt' ? 'kt' : 'm/s'} />
        <CursorMark at={windPoint}>
          <circle className="viewer-cursor-dot" r="6" />
        </CursorMark>
      </Svg>
      <ul className="viewer-legend">
        {hodograph.layers.map(({ fromKilometres, toKilometres }) => (
          <li key={fromKilometres} data-layer={fromKilometres}>
            {toKilometres > 20 ? `above ${fromKilometres} km` : `${fromKilometres}–${toKilometres} km`}
          </li>
        ))}
      </ul>
    </figure>
  );
});

type IndexTableProps = SoundingProps & Pick<Settings, 'heights'>;

export const IndexTable = memo(function IndexTable(props: IndexTableProps) {
  return (
    <table className="viewer-indices" aria-label="Indices of the sounding">
      <tbody>
        {indexRows(props).map(({ name, meaning, value, detail, reason }) =>
          value === undefined ? (
            <tr key={name}>
              <th scope="row" colSpan={2}>
                {name}
                <span className="viewer-reason">{reason}</span>
              </th>
            </tr>
          ) : (
            <tr key={name}>
              <th scope="row">{meaning ? <abbr title={meaning}>{name}</abbr> : name}</th>
              <td>
                {value}
                {detail && <span className="viewer-reason">{detail}</span>}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
});

/** An index has a value, or the reason why it can't be computed. */
interface IndexRow {
  name: string;
  /** The meaning of an abbreviation. */
  meaning?: string | undefined;
  value?: string;
  detail?: string;
  reason?: string;
}

const row = <Value extends object>(
  name: string,
  index: OrUnavailable<Value>,
  format: (value: Value) => string,
  meaning?: string,
): IndexRow => ({
  name,
  meaning,
  ...(isUnavailable(index) ? { reason: index.unavailable } : { value: format(index) }),
});

export function indexRows({ sounding, parcel, wind, heights }: IndexTableProps): IndexRow[] {
  const { parcels, indices } = sounding;
  const level = ({ pressureHpa, altitudeMetres }: NamedLevel) =>
    heights === 'km' ? kilometres(altitudeMetres) : `${Math.round(pressureHpa)} hPa`;
  const quantity = ({ value, unit, isLowerBound }: Quantity) =>
    `${isLowerBound ? 'at least ' : ''}${formatCount(value).replace('-', '−')} ${unit}`;
  const lifted = parcels[parcel];
  const water = indices.precipitableWater;
  return mergeSameReasons([
    ...(isUnavailable(lifted)
      ? [{ name: 'CAPE, CIN, LCL, LFC, EL', reason: lifted.unavailable }]
      : [
          row('CAPE', lifted.cape, quantity, 'convective available potential energy'),
          row('CIN', lifted.cin, quantity, 'convective inhibition'),
          row('LCL', lifted.condensation, level, 'lifting condensation level'),
          row('LFC', lifted.freeConvection, level, 'level of free convection'),
          row('EL', lifted.equilibrium, level, 'equilibrium level'),
        ]),
    {
      ...row('Precipitable water', water, ({ value }) => `${value.toFixed(1)} mm`),
      ...(!isUnavailable(water) && { detail: kilometreRange(water.fromMetres, water.toMetres) }),
    },
    row('0 °C at', indices.freezingLevel, level),
    row('Tropopause', indices.tropopause, level),
    row('Shear 0–6 km', indices.shear6km, ({ u, v }) => formatSpeed(Math.hypot(u, v), wind)),
    row('Storm motion', indices.stormMotion, ({ right }) => `${formatWind(right, wind)} (right)`),
    row('Helicity 0–1 km', indices.helicity1km, quantity),
    row('Helicity 0–3 km', indices.helicity3km, quantity),
  ]);
}

/** Indices that are missing for the same reason share a row. */
function mergeSameReasons(rows: IndexRow[]): IndexRow[] {
  const merged: IndexRow[] = [];
  for (const each of rows) {
    const same = each.reason === undefined ? undefined : merged.find(({ reason }) => reason === each.reason);
    if (same) Object.assign(same, { name: `${same.name}, ${lowerFirst(each.name)}`, meaning: undefined });
    else merged.push({ ...each });
  }
  return merged;
}

/** Abbreviations such as CAPE keep their first letter. */
const lowerFirst = (name: string) => name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** The extent of the leg, remarks about its data, and what was left out. */
export function LegFacts({ sounding, rows }: { sounding: Sounding; rows: number }) {
  return (
    <ul className="viewer-facts">
      <li>{legText(sounding.leg, rows)}</li>
      {sounding.remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
      {sounding.rejections
        .filter(({ reason }) => reason !== 'outside the leg')
        .map(({ what, reason, count: many }) => (
          <li key={reason}>
            {pluralize(many, what === 'row' ? 'observation' : `${what} value`)} left out: {reason}.
          </li>
        ))}
    </ul>
  );
}

function legText({ begin, end, distanceMetres, isOngoing }: Leg, rows: number): string {
  const hours = ((end.timeSeconds - begin.timeSeconds) / 3600).toFixed(1);
  const distance = distanceMetres === null ? '' : ` ${Math.round(distanceMetres / 1000)} km,`;
  return `${formatClock(begin.timeSeconds)} to ${formatClock(end.timeSeconds)}${isOngoing ? ' so far' : ''}: ${hours} h,${distance} ${formatCount(rows)} observations.`;
}
