import { formatCount } from './format.ts';
import type { Convection } from './sounding/convection.ts';
import type { Isotherm } from './sounding/isotherms.ts';
import type { NamedLevel } from './sounding/levels.ts';
import type { Sounding } from './sounding/sounding.ts';
import { isUnavailable, type OrUnavailable, type Quantity } from './sounding/unavailable.ts';
import type { Wind } from './sounding/wind.ts';
import {
  formatHeight,
  formatHeightRange,
  formatLevel,
  formatSpeed,
  formatWindVector,
  type Units,
  withHeights,
} from './units.ts';

/** An index has a value, or the reason why it can't be computed. */
export interface IndexText {
  name: string;
  value?: string;
  /** The layer or level of the value. */
  layer?: string;
  reason?: string;
}

interface IndexGroup {
  title: string;
  /** True if the indices are those of one parcel, and others have the same names. */
  isParcel?: true;
  /** Applies to all indices of the group. */
  note?: string;
  indices: IndexText[];
}

type ParcelName = keyof Sounding['parcels'];

const parcelTitles: Record<ParcelName, string> = {
  mixed: 'Mixed-layer parcel',
  lowest: 'Surface parcel',
  mostUnstable: 'Most unstable parcel',
};

const parcelLayers: Record<ParcelName, string> = {
  mixed: 'Mean of the lowest 100 hPa',
  lowest: 'Mean of the lowest 100 m',
  mostUnstable: 'Warmest and moistest air of the lowest 300 hPa',
};

/**
 * All indices of a sounding as text, in the order of a table. Measured heights are in the chosen unit. Layers that are
 * defined by their depth keep kilometres, as forecasters call them.
 */
export function listIndices(sounding: Sounding, parcels: readonly ParcelName[], units: Units): IndexGroup[] {
  const groups = [
    ...parcels.map((parcel) => parcelGroup(parcel, sounding.parcels[parcel], units)),
    { title: 'Temperature and moisture', indices: thermalIndices(sounding, units) },
    windGroup(sounding, units),
  ];
  return groups.map((group) => ({
    ...group,
    indices: group.indices.map((index) =>
      index.reason === undefined ? index : { ...index, reason: withHeights(index.reason, units) },
    ),
  }));
}

function parcelGroup(parcel: ParcelName, lifted: OrUnavailable<Convection>, units: Units): IndexGroup {
  const title = parcelTitles[parcel];
  if (isUnavailable(lifted))
    return {
      title,
      isParcel: true,
      indices: [{ name: 'CAPE, CIN, LCL, LFC, EL, lifted index', reason: lifted.unavailable }],
    };
  const { start, cape, cin, condensation, freeConvection, equilibrium, liftedIndex } = lifted;
  return {
    title,
    isParcel: true,
    note: `${parcelLayers[parcel]}, lifted from ${formatLevel(start, units)}.`,
    indices: [
      entry('CAPE', cape, quantity, 'LFC to EL'),
      entry('CIN', cin, quantity, 'start to LFC'),
      levelEntry('LCL', condensation, units),
      levelEntry('LFC', freeConvection, units),
      levelEntry('EL', equilibrium, units),
      entry('Lifted index', liftedIndex, tenths, 'at 500 hPa'),
    ],
  };
}

function thermalIndices({ indices }: Sounding, units: Units): IndexText[] {
  const water = indices.precipitableWater;
  const tropopause = indices.tropopause;
  const metresAbove = isUnavailable(tropopause) ? undefined : tropopause.onlyMetresAbove;
  const only =
    metresAbove === undefined
      ? undefined
      : `probably, with only ${formatHeight(metresAbove, units)} of data above it`;
  const range = (fromMetres: number, toMetres: number) =>
    `${formatHeightRange(fromMetres, toMetres, units)} above sea level`;
  const crossings = (name: string, found: OrUnavailable<Isotherm>): IndexText => {
    if (isUnavailable(found)) return { name, reason: found.unavailable };
    const { levels, gaps } = found;
    const parts = levels.map((level) => levelParts(level, units));
    const hidden = gaps.map((gap) => `without data at ${range(gap.fromMetres, gap.toMetres)}`);
    return {
      name,
      value: parts.map(({ value }) => value).join('; '),
      layer: [parts.map(({ layer }) => layer).join('; '), ...hidden].join(', '),
    };
  };
  return [
    entry(
      'Precipitable water',
      water,
      tenths,
      isUnavailable(water) ? undefined : range(water.fromMetres, water.toMetres),
    ),
    crossings('0 °C', indices.freezingLevel),
    crossings('−10 °C', indices.minus10Level),
    crossings('−20 °C', indices.minus20Level),
    crossings('Wet-bulb zero', indices.wetBulbZero),
    levelEntry('Tropopause', tropopause, units, only),
    entry('Lapse rate 0–3 km', indices.lapseRate3km, tenths, 'above ground'),
    entry('Lapse rate 700–500 hPa', indices.lapseRate700To500, tenths),
    entry('K index', indices.kIndex, tenths, '850, 700 and 500 hPa'),
    entry('Total Totals', indices.totalTotals, tenths, '850 and 500 hPa'),
  ];
}

function windGroup({ indices, leg }: Sounding, units: Units): IndexGroup {
  const { stormMotion } = indices;
  const speed = ({ u, v }: Wind) => formatSpeed(Math.hypot(u, v), units);
  const used = isUnavailable(stormMotion)
    ? undefined
    : `above ground, relative to the ${stormMotion.mover} mover`;
  return {
    title: 'Wind',
    ...(leg.groundMetres !== null && {
      note: `The ground is at ${formatHeight(leg.groundMetres, units)} above sea level.`,
    }),
    indices: [
      entry('Shear 0–1 km', indices.shear1km, speed, 'above ground'),
      entry('Shear 0–3 km', indices.shear3km, speed, 'above ground'),
      entry('Shear 0–6 km', indices.shear6km, speed, 'above ground'),
      entry('Right mover', stormMotion, ({ right }) => formatWindVector(right, units), '0–6 km above ground'),
      entry('Left mover', stormMotion, ({ left }) => formatWindVector(left, units), '0–6 km above ground'),
      entry('Helicity 0–1 km', indices.helicity1km, quantity, used),
      entry('Helicity 0–3 km', indices.helicity3km, quantity, used),
    ],
  };
}

/** A level in the chosen unit, and in the other one. */
const levelParts = (level: NamedLevel, { heights }: Units) => {
  const hpa = `${Math.round(level.pressureHpa)} hPa`;
  const height = formatHeight(level.altitudeMetres, { heights });
  return heights === 'hpa'
    ? { value: hpa, layer: `${height} above sea level` }
    : { value: height, layer: `above sea level, ${hpa}` };
};

const levelEntry = (
  name: string,
  level: OrUnavailable<NamedLevel>,
  units: Units,
  remark?: string,
): IndexText => {
  if (isUnavailable(level)) return { name, reason: level.unavailable };
  const { value, layer } = levelParts(level, units);
  return { name, value, layer: remark === undefined ? layer : `${layer}; ${remark}` };
};

const entry = <Value extends object>(
  name: string,
  index: OrUnavailable<Value>,
  format: (value: Value) => string,
  layer?: string,
): IndexText =>
  isUnavailable(index)
    ? { name, reason: index.unavailable }
    : { name, value: format(index), ...(layer !== undefined && { layer }) };

/** "at least 1,520 J/kg" */
const quantity = ({ value, unit, isLowerBound }: Quantity) =>
  `${isLowerBound ? 'at least ' : ''}${formatCount(value).replace('-', '−')} ${unit}`;

/** "−4.2 K" */
const tenths = ({ value, unit }: Quantity) =>
  `${(Math.round(value * 10) / 10 + 0).toFixed(1).replace('-', '−')} ${unit}`;
