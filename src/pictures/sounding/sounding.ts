import { type Convection, convectionOf } from './convection.ts';
import {
  kIndex,
  lapseRateBetween,
  lapseRateTo,
  type PrecipitableWater,
  precipitableWater,
  type Tropopause,
  totalTotals,
  tropopause,
} from './indices.ts';
import { type Isotherm, isotherm, wetBulbZero } from './isotherms.ts';
import { type Leg, refineLeg } from './legs.ts';
import { type Gap, type Level, levelsFrom } from './levels.ts';
import { type Air, airColumnOf, type ParcelKind } from './parcel.ts';
import { checkRows, type Rejection, RejectionCounts, type SoundingRow } from './rows.ts';
import {
  heightRange,
  isUnavailable,
  type OrUnavailable,
  type Quantity,
  requireGround,
  type Unavailable,
} from './unavailable.ts';
import { type WindIndices, windIndices } from './wind.ts';

export interface Sounding {
  leg: Leg;
  /** Levels are ordered from lowest to highest, also for a descent. */
  levels: Level[];
  /** Only a leg that touches the ground has a lowest and a mixed parcel. */
  parcels: {
    mixed: OrUnavailable<Convection>;
    lowest: OrUnavailable<Convection>;
    mostUnstable: OrUnavailable<Convection>;
  };
  indices: WindIndices & {
    precipitableWater: OrUnavailable<PrecipitableWater>;
    freezingLevel: OrUnavailable<Isotherm>;
    minus10Level: OrUnavailable<Isotherm>;
    minus20Level: OrUnavailable<Isotherm>;
    wetBulbZero: OrUnavailable<Isotherm>;
    tropopause: OrUnavailable<Tropopause>;
    lapseRate3km: OrUnavailable<Quantity>;
    lapseRate700To500: OrUnavailable<Quantity>;
    kIndex: OrUnavailable<Quantity>;
    totalTotals: OrUnavailable<Quantity>;
  };
  rejections: Rejection[];
  /** Sentences about missing and doubtful data. */
  remarks: string[];
}

type UnavailableSounding = Unavailable & { rejections: Rejection[] };

type Measurements = Pick<Sounding, 'leg' | 'levels' | 'rejections'>;

/** Rows may have any order. Without a leg, the longest one in the rows is used. */
export function soundingOf(rows: readonly SoundingRow[], leg?: Leg): Sounding | UnavailableSounding {
  const measured = readMeasurements(rows, leg);
  return isUnavailable(measured) ? measured : analyseMeasurements(measured);
}

/** The first half of the work. The browser can paint before the second half, `analyseMeasurements`. */
export function readMeasurements(
  rows: readonly SoundingRow[],
  leg?: Leg,
): Measurements | UnavailableSounding {
  const rejections = new RejectionCounts();
  const refined = refineLeg(checkRows(rows, rejections), leg, rejections);
  if (!refined) return { unavailable: 'No usable observations.', rejections: rejections.list() };
  const levels = levelsFrom(refined.rows, rejections);
  if (levels.length < 2)
    return {
      unavailable: 'A sounding needs temperature or wind at two or more heights.',
      rejections: rejections.list(),
    };
  return { leg: refined.leg, levels, rejections: rejections.list() };
}

export function analyseMeasurements({ leg, levels, rejections }: Measurements): Sounding {
  const { groundMetres } = leg;
  const column = airColumnOf(levels);
  const fromAir = <Value>(compute: (air: readonly Air[]) => OrUnavailable<Value>) =>
    isUnavailable(column) ? column : compute(column.air);
  const fromGround = (kind: ParcelKind) =>
    fromAir((air) => {
      const near = requireGround(air, groundMetres, 'humidity');
      return isUnavailable(near) ? near : convectionOf(kind, air);
    });
  const bottomMetres = Math.min(leg.begin.altitudeMetres, leg.end.altitudeMetres, groundMetres ?? Infinity);
  return {
    leg,
    levels,
    parcels: {
      mixed: fromGround('mixed'),
      lowest: fromGround('lowest'),
      mostUnstable: fromAir((air) => convectionOf('most unstable', air)),
    },
    indices: {
      precipitableWater: fromAir((air) => precipitableWater(air, bottomMetres)),
      freezingLevel: isotherm(levels, 0, groundMetres),
      minus10Level: isotherm(levels, -10, groundMetres),
      minus20Level: isotherm(levels, -20, groundMetres),
      wetBulbZero: fromAir((air) => wetBulbZero(air, groundMetres)),
      tropopause: tropopause(levels),
      lapseRate3km: lapseRateTo(3000, levels, groundMetres),
      lapseRate700To500: lapseRateBetween(700, 500, levels),
      kIndex: fromAir(kIndex),
      totalTotals: fromAir(totalTotals),
      ...windIndices(levels, groundMetres),
    },
    rejections,
    remarks: remarksOn(levels, isUnavailable(column) ? undefined : column.gap),
  };
}

/** Remarks tell the reader how far to trust the numbers. Parcels and precipitable water end at `gap`. */
function remarksOn(levels: readonly Level[], gap: Gap | undefined): string[] {
  const count = (holds: (level: Level) => boolean) => levels.filter(holds).length;
  const filled = count(({ pressureFrom }) => pressureFrom === 'height');
  const standard = count(({ pressureFrom }) => pressureFrom === 'standard atmosphere');
  const doubtful = count(
    ({ isDewPointDoubtful, dewPointCelsius }) => isDewPointDoubtful && dewPointCelsius !== null,
  );
  const missing = (name: string, isMissing: (level: Level) => boolean) => {
    const layers = count(isMissing);
    if (layers === levels.length) return `No ${name.toLowerCase()} data.`;
    return layers > 0 && `${name} is missing ${inLayers(layers, levels)}.`;
  };
  return [
    standard > 0 && 'No pressure was measured, so it is taken from the standard atmosphere.',
    filled > 0 &&
      `Pressure is missing ${inLayers(filled, levels)} and was computed from heights and temperatures.`,
    missing('Temperature', ({ celsius }) => celsius === null),
    missing('Humidity', ({ humidityPercent }) => humidityPercent === null),
    missing('Wind', ({ wind }) => wind === null),
    gap !== undefined &&
      `At ${heightRange(gap.fromMetres, gap.toMetres)} above sea level there are too few data, so parcels and precipitable water end there.`,
    doubtful > 0 &&
      'Humidity sensors read too dry below −40 °C: no parcel starts there, and dew points are doubtful.',
  ].filter((remark) => remark !== false);
}

const inLayers = (count: number, levels: readonly Level[]) => `in ${count} of ${levels.length} layers`;
