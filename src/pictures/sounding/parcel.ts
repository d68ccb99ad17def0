import { doubtfulBelowCelsius, findGap, type Gap, interpolate, type Level } from './levels.ts';
import {
  dewPointCelsius,
  equivalentPotentialKelvin,
  liftDry,
  mixingRatio,
  potentialKelvin,
  saturationHpa,
  vapourHpa,
  virtualKelvin,
  zeroCelsiusKelvin,
} from './thermodynamics.ts';
import { kilometres, type OrUnavailable } from './unavailable.ts';

/** The environment of a parcel at one level. */
export interface Air {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
  /** Null if humidity was not measured, at levels too cold for it to matter. */
  dewPointKelvin: number | null;
  virtualKelvin: number;
}

export interface AirColumn {
  air: Air[];
  /** The gap at which the column ends, if it ends before the top of the sounding. */
  gap: Gap | undefined;
}

/**
 * The levels with a known density, up to the first gap. Below −40 °C humidity may be missing, because vapour weighs
 * next to nothing there.
 */
export function airColumnOf(levels: readonly Level[]): OrUnavailable<AirColumn> {
  if (levels.every(({ celsius }) => celsius === null)) return { unavailable: 'No temperature data.' };
  if (levels.every(({ dewPointCelsius }) => dewPointCelsius === null))
    return { unavailable: 'No humidity data.' };
  const air = levels.flatMap(airAt);
  const gap = findGap(air);
  return { air: gap ? air.filter(({ altitudeMetres }) => altitudeMetres <= gap.fromMetres) : air, gap };
}

function airAt({ pressureHpa, altitudeMetres, celsius, dewPointCelsius, isDewPointDoubtful }: Level): Air[] {
  if (celsius === null || (dewPointCelsius === null && !isDewPointDoubtful)) return [];
  const kelvin = celsius + zeroCelsiusKelvin;
  const ratio = dewPointCelsius === null ? 0 : mixingRatio(saturationHpa(dewPointCelsius), pressureHpa);
  return [
    {
      pressureHpa,
      altitudeMetres,
      kelvin,
      dewPointKelvin: dewPointCelsius === null ? null : dewPointCelsius + zeroCelsiusKelvin,
      virtualKelvin: virtualKelvin(kelvin, ratio),
    },
  ];
}

/** Interpolates linearly in ln p. Undefined above the highest and below the lowest level. */
export function airAtPressure(air: readonly Air[], pressureHpa: number): Air | undefined {
  const index = air.findIndex((each) => each.pressureHpa <= pressureHpa);
  const [above, below] = [air[index], air[index - 1]];
  if (!above || (!below && above.pressureHpa < pressureHpa)) return undefined;
  if (!below) return above;
  const part = Math.log(pressureHpa / below.pressureHpa) / Math.log(above.pressureHpa / below.pressureHpa);
  const dewPoints = [below.dewPointKelvin, above.dewPointKelvin] as const;
  return {
    pressureHpa,
    altitudeMetres: interpolate(below.altitudeMetres, above.altitudeMetres, part),
    kelvin: interpolate(below.kelvin, above.kelvin, part),
    dewPointKelvin:
      dewPoints[0] === null || dewPoints[1] === null ? null : interpolate(dewPoints[0], dewPoints[1], part),
    virtualKelvin: interpolate(below.virtualKelvin, above.virtualKelvin, part),
  };
}

export type ParcelKind = 'mixed' | 'lowest' | 'most unstable';

/** A parcel of air before it is lifted. */
export interface Parcel {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
  dewPointKelvin: number;
}

const mixedLayerHpa = 100;
const unstableLayerHpa = 300;

type MoistAir = Air & { dewPointKelvin: number };

/** Parcels start only at levels whose humidity can be trusted. */
export function chooseParcel(kind: ParcelKind, air: readonly Air[]): OrUnavailable<Parcel> {
  const [lowest] = air;
  if (!lowest) return { unavailable: 'No level has both temperature and humidity.' };
  if (!hasTrustedHumidity(lowest))
    return {
      unavailable: `Too cold to measure humidity at the lowest level (${kilometres(lowest.altitudeMetres)}).`,
    };
  if (kind === 'lowest') return lowest;
  return kind === 'mixed' ? mixedParcel(lowest, air) : mostUnstableParcel(air);
}

function hasTrustedHumidity(air: Air): air is MoistAir {
  return air.dewPointKelvin !== null && air.kelvin - zeroCelsiusKelvin >= doubtfulBelowCelsius;
}

/** The mean potential temperature and mixing ratio of the lowest 100 hPa, weighted by mass. */
function mixedParcel(lowest: Parcel, air: readonly Air[]): OrUnavailable<Parcel> {
  const topHpa = lowest.pressureHpa - mixedLayerHpa;
  const top = airAtPressure(air, topHpa);
  if (!top) return { unavailable: `The sounding is less than ${mixedLayerHpa} hPa deep.` };
  const layer = [...air.filter(({ pressureHpa }) => pressureHpa > topHpa), top];
  if (!layer.every(hasTrustedHumidity))
    return { unavailable: `Not enough humidity data in the lowest ${mixedLayerHpa} hPa.` };
  const potential = meanByMass(layer, ({ kelvin, pressureHpa }) => potentialKelvin(kelvin, pressureHpa));
  const ratio = meanByMass(layer, ratioOf);
  const { pressureHpa, altitudeMetres } = lowest;
  const kelvin = liftDry(potential, 1000, pressureHpa);
  const dewPointKelvin = dewPointCelsius(vapourHpa(ratio, pressureHpa)) + zeroCelsiusKelvin;
  return { pressureHpa, altitudeMetres, kelvin, dewPointKelvin: Math.min(kelvin, dewPointKelvin) };
}

const ratioOf = ({ dewPointKelvin, pressureHpa }: MoistAir) =>
  mixingRatio(saturationHpa(dewPointKelvin - zeroCelsiusKelvin), pressureHpa);

function meanByMass(layer: readonly MoistAir[], value: (air: MoistAir) => number): number {
  let sum = 0;
  for (let index = 1; index < layer.length; index++) {
    const [below, above] = [layer[index - 1]!, layer[index]!];
    sum += ((value(below) + value(above)) / 2) * (below.pressureHpa - above.pressureHpa);
  }
  return sum / (layer[0]!.pressureHpa - layer.at(-1)!.pressureHpa);
}

/** The level with the highest equivalent potential temperature in the lowest 300 hPa. */
function mostUnstableParcel(air: readonly Air[]): Parcel {
  const leastHpa = air[0]!.pressureHpa - unstableLayerHpa;
  const heat = ({ kelvin, dewPointKelvin, pressureHpa }: Parcel) =>
    equivalentPotentialKelvin(kelvin, dewPointKelvin, pressureHpa);
  return air
    .filter(hasTrustedHumidity)
    .filter(({ pressureHpa }) => pressureHpa >= leastHpa)
    .reduce((best, each) => (heat(each) > heat(best) ? each : best));
}
