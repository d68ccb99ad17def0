import { type Convection, convectionOf } from './convection.ts';
import { freezingLevel, type PrecipitableWater, precipitableWater, tropopause } from './indices.ts';
import { type Leg, refineLeg } from './legs.ts';
import { type Gap, type Level, levelsFrom, type NamedLevel } from './levels.ts';
import { type Air, airColumnOf } from './parcel.ts';
import { checkRows, type Rejection, RejectionCounts, type SoundingRow } from './rows.ts';
import { isUnavailable, kilometres, type OrUnavailable, type Unavailable } from './unavailable.ts';
import { type WindIndices, windIndices } from './wind.ts';

export interface Sounding {
  leg: Leg;
  /** Levels are ordered from lowest to highest, also for a descent. */
  levels: Level[];
  /** Parcels start at the lowest level of the leg, which is the ground only if the leg touches it. */
  parcels: {
    mixed: OrUnavailable<Convection>;
    lowest: OrUnavailable<Convection>;
    mostUnstable: OrUnavailable<Convection>;
  };
  indices: WindIndices & {
    precipitableWater: OrUnavailable<PrecipitableWater>;
    freezingLevel: OrUnavailable<NamedLevel>;
    tropopause: OrUnavailable<NamedLevel>;
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
  const column = airColumnOf(levels);
  const fromAir = <Value>(compute: (air: readonly Air[]) => OrUnavailable<Value>) =>
    isUnavailable(column) ? column : compute(column.air);
  return {
    leg,
    levels,
    parcels: {
      mixed: fromAir((air) => convectionOf('mixed', air)),
      lowest: fromAir((air) => convectionOf('lowest', air)),
      mostUnstable: fromAir((air) => convectionOf('most unstable', air)),
    },
    indices: {
      precipitableWater: fromAir(precipitableWater),
      freezingLevel: freezingLevel(levels, leg.groundMetres),
      tropopause: tropopause(levels),
      ...windIndices(levels, leg.groundMetres),
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
      `Between ${kilometres(gap.fromMetres)} and ${kilometres(gap.toMetres)} there are too few data, so parcels and precipitable water end there.`,
    doubtful > 0 &&
      'Humidity sensors read too dry below −40 °C: no parcel starts there, and dew points are doubtful.',
  ].filter((remark) => remark !== false);
}

const inLayers = (count: number, levels: readonly Level[]) => `in ${count} of ${levels.length} layers`;
