import { memo } from 'react';
import { formatWhole, pluralize } from '../../pictures/format.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import type { NamedLevel } from '../../pictures/sounding/levels.ts';
import type { Sounding } from '../../pictures/sounding/sounding.ts';
import {
  isUnavailable,
  kilometreRange,
  kilometres,
  type OrUnavailable,
  type Quantity,
} from '../../pictures/sounding/unavailable.ts';
import { formatClock, formatSpeed, formatWind } from './format.ts';
import type { Settings } from './store/viewer-address.ts';

type Units = Pick<Settings, 'wind' | 'heights'>;

interface IndexTableProps extends Units {
  sounding: Sounding;
  parcel: keyof Sounding['parcels'];
}

export const IndexTable = memo(function IndexTable({ sounding, parcel, wind, heights }: IndexTableProps) {
  return (
    <table className="viewer-indices" aria-label="Indices of the sounding">
      <tbody>
        {indexRows(sounding, parcel, { wind, heights }).map(({ name, meaning, value, detail, reason }) =>
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

function row<Known extends object>(
  name: string,
  index: OrUnavailable<Known>,
  text: (known: Known) => string,
  meaning?: string,
): IndexRow {
  return {
    name,
    meaning,
    ...(isUnavailable(index) ? { reason: index.unavailable } : { value: text(index) }),
  };
}

export function indexRows(
  { parcels, indices }: Sounding,
  parcel: keyof Sounding['parcels'],
  { wind, heights }: Units,
): IndexRow[] {
  const level = ({ pressureHpa, altitudeMetres }: NamedLevel) =>
    heights === 'km' ? kilometres(altitudeMetres) : `${Math.round(pressureHpa)} hPa`;
  const quantity = ({ value, unit, isLowerBound }: Quantity) =>
    `${isLowerBound ? 'at least ' : ''}${formatWhole(value).replace('-', '−')} ${unit}`;
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
      {sounding.leftOut
        .filter(({ reason }) => reason !== 'outside the leg')
        .map(({ what, reason, count: many }) => (
          <li key={reason}>
            {pluralize(many, what === 'row' ? 'observation' : `${what} value`)} left out: {reason}.
          </li>
        ))}
    </ul>
  );
}

function legText({ begin, end, distanceMetres, isSoFar }: Leg, rows: number): string {
  const hours = ((end.timeSeconds - begin.timeSeconds) / 3600).toFixed(1);
  const distance = distanceMetres === null ? '' : ` ${Math.round(distanceMetres / 1000)} km,`;
  return `${formatClock(begin.timeSeconds)} to ${formatClock(end.timeSeconds)}${isSoFar ? ' so far' : ''}: ${hours} h,${distance} ${formatWhole(rows)} observations.`;
}
