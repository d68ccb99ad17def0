import { type Convection, convectionOf } from './convection.ts';
import { freezingLevel, type PrecipitableWater, precipitableWater, tropopause } from './indices.ts';
import { type Leg, refineLeg } from './legs.ts';
import { type Gap, type Level, levelsFrom, type NamedLevel } from './levels.ts';
import { type AirColumn, airColumnOf } from './parcel.ts';
import { checkRows, type Rejection, RejectionCounts, type SoundingRow } from './rows.ts';
import { isUnavailable, kilometres, type OrUnavailable, type Unavailable } from './unavailable.ts';
import { type WindIndices, windIndices } from './wind.ts';

interface Indices extends WindIndices {
  precipitableWater: OrUnavailable<PrecipitableWater>;
  freezingLevel: OrUnavailable<NamedLevel>;
  tropopause: OrUnavailable<NamedLevel>;
}

/** What a leg says about the air. */
export interface Sounding {
  leg: Leg;
  /** From the lowest to the highest, whichever way the balloon went. */
  levels: Level[];
  /** Parcels from the lowest level of the leg, which is the ground only if the leg touches it. */
  parcels: {
    mixed: OrUnavailable<Convection>;
    lowest: OrUnavailable<Convection>;
    mostUnstable: OrUnavailable<Convection>;
  };
  indices: Indices;
  leftOut: Rejection[];
  /** Sentences about what was measured and what was not. */
  remarks: string[];
}

type UnavailableSounding = Unavailable & { leftOut: Rejection[] };

/** What was measured on the way, before anything is computed from it. */
type Measurements = Pick<Sounding, 'leg' | 'levels' | 'leftOut'>;

/** The rows of one mission, in any order, and the leg they are of; without it, of the longest leg in them. */
export function soundingOf(rows: readonly SoundingRow[], leg?: Leg): Sounding | UnavailableSounding {
  const measured = readMeasurements(rows, leg);
  return isUnavailable(measured) ? measured : analyseMeasurements(measured);
}

/** The first half of the work: a browser does other things before the second. */
export function readMeasurements(
  rows: readonly SoundingRow[],
  leg?: Leg,
): Measurements | UnavailableSounding {
  const rejections = new RejectionCounts();
  const refined = refineLeg(checkRows(rows, rejections), leg, rejections);
  if (!refined) return { unavailable: 'No usable observations.', leftOut: rejections.list() };
  const levels = levelsFrom(refined.rows, rejections);
  if (levels.length < 2)
    return {
      unavailable: 'A sounding needs temperature or wind at two or more heights.',
      leftOut: rejections.list(),
    };
  return { leg: refined.leg, levels, leftOut: rejections.list() };
}

export function analyseMeasurements({ leg, levels, leftOut }: Measurements): Sounding {
  const known = airColumnOf(levels);
  return {
    leg,
    levels,
    parcels: parcelsIn(known),
    indices: indicesOf(levels, known, leg.groundMetres),
    leftOut,
    remarks: remarksOn(levels, isUnavailable(known) ? undefined : known.gap),
  };
}

function parcelsIn(known: OrUnavailable<AirColumn>): Sounding['parcels'] {
  if (isUnavailable(known)) return { mixed: known, lowest: known, mostUnstable: known };
  return {
    mixed: convectionOf('mixed', known.air),
    lowest: convectionOf('lowest', known.air),
    mostUnstable: convectionOf('most unstable', known.air),
  };
}

function indicesOf(
  levels: readonly Level[],
  known: OrUnavailable<AirColumn>,
  groundMetres: number | null,
): Indices {
  return {
    precipitableWater: isUnavailable(known) ? known : precipitableWater(known.air),
    freezingLevel: freezingLevel(levels, groundMetres),
    tropopause: tropopause(levels),
    ...windIndices(levels, groundMetres),
  };
}

/** What a reader should know of a sounding before trusting its numbers; `gap` is where parcels and water end. */
function remarksOn(levels: readonly Level[], gap: Gap | undefined): string[] {
  const count = (holds: (level: Level) => boolean) => levels.filter(holds).length;
  const filled = count(({ pressureFrom }) => pressureFrom === 'height');
  const standard = count(({ pressureFrom }) => pressureFrom === 'standard atmosphere');
  const doubtful = count(
    ({ isDewPointDoubtful, dewPointCelsius }) => isDewPointDoubtful && dewPointCelsius !== null,
  );
  return [
    standard > 0 && 'No pressure was measured, so it is taken from the standard atmosphere.',
    filled > 0 &&
      `Pressure is missing ${inLayers(filled, levels)} and was computed from heights and temperatures.`,
    missing(
      'temperature',
      count(({ celsius }) => celsius === null),
      levels,
    ),
    missing(
      'humidity',
      count(({ humidityPercent }) => humidityPercent === null),
      levels,
    ),
    missing(
      'wind',
      count(({ wind }) => wind === null),
      levels,
    ),
    gap !== undefined &&
      `Between ${kilometres(gap.fromMetres)} and ${kilometres(gap.toMetres)} there are too few data, so parcels and precipitable water end there.`,
    doubtful > 0 &&
      'Humidity sensors read too dry below −40 °C: no parcel starts there, and dew points are doubtful.',
  ].filter((remark) => remark !== false);
}

function missing(what: string, count: number, levels: readonly Level[]): string | false {
  if (count === 0) return false;
  const capital = what[0]!.toUpperCase() + what.slice(1);
  return count === levels.length
    ? `No ${what} was measured.`
    : `${capital} is missing ${inLayers(count, levels)}.`;
}

const inLayers = (count: number, levels: readonly Level[]) => `in ${count} of ${levels.length} layers`;
