import { doubtfulBelowCelsius, findGap, type Gap, type Level, levelsAround } from './levels.ts';
import { consecutivePairs, interpolate, sum } from './math.ts';
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
import { heightAboveSeaLevel, type OrUnavailable } from './unavailable.ts';

/** The environment of a parcel at one level. */
export interface Air {
  pressureHpa: number;
  altitudeMetres: number;
  kelvin: number;
  /** Null if humidity was not measured, at levels too cold for it to matter. */
  dewPointKelvin: number | null;
  virtualKelvin: number;
}

/**
 * The levels with a known density, up to the first `gap`. Below −40 °C humidity may be missing, because vapour weighs
 * next to nothing there.
 */
export function airColumnOf(levels: readonly Level[]): OrUnavailable<{ air: Air[]; gap: Gap | undefined }> {
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
  const around = levelsAround(air, pressureHpa);
  if (!around) return undefined;
  const { below, above, part } = around;
  return {
    pressureHpa,
    altitudeMetres: interpolate(below.altitudeMetres, above.altitudeMetres, part),
    kelvin: interpolate(below.kelvin, above.kelvin, part),
    dewPointKelvin:
      isMoist(below) && isMoist(above) ? interpolate(below.dewPointKelvin, above.dewPointKelvin, part) : null,
    virtualKelvin: interpolate(below.virtualKelvin, above.virtualKelvin, part),
  };
}

export type ParcelKind = 'mixed' | 'lowest' | 'most unstable';

type MoistAir = Air & { dewPointKelvin: number };

export const isMoist = (air: Air): air is MoistAir => air.dewPointKelvin !== null;

/** A parcel of air before it is lifted. */
export type Parcel = Omit<MoistAir, 'virtualKelvin'>;

const mixedLayerHpa = 100;
const unstableLayerHpa = 300;

/** Parcels start only at levels whose humidity can be trusted. */
export function chooseParcel(kind: ParcelKind, air: readonly Air[]): OrUnavailable<Parcel> {
  const [lowest] = air;
  if (!lowest) return { unavailable: 'No level has both temperature and humidity.' };
  if (!hasTrustedHumidity(lowest))
    return {
      unavailable: `Too cold to measure humidity at the lowest level (${heightAboveSeaLevel(lowest.altitudeMetres)}).`,
    };
  if (kind === 'lowest') return lowest;
  return kind === 'mixed' ? mixedParcel(lowest, air) : mostUnstableParcel(lowest, air);
}

export function hasTrustedHumidity(air: Air): air is MoistAir {
  return isMoist(air) && air.kelvin - zeroCelsiusKelvin >= doubtfulBelowCelsius;
}

/** The mean potential temperature and mixing ratio of the lowest 100 hPa, weighted by mass. */
function mixedParcel(lowest: Parcel, air: readonly Air[]): OrUnavailable<Parcel> {
  const topHpa = lowest.pressureHpa - mixedLayerHpa;
  const top = airAtPressure(air, topHpa);
  if (!top) return { unavailable: `The sounding is less than ${mixedLayerHpa} hPa deep.` };
  const layer = [...air.filter(({ pressureHpa }) => pressureHpa > topHpa), top];
  if (!layer.every(hasTrustedHumidity))
    return { unavailable: `Not enough humidity data in the lowest ${mixedLayerHpa} hPa.` };
  const potential = integrateByPressure(layer, (each) => potentialKelvin(each.kelvin, each.pressureHpa));
  const ratio = integrateByPressure(layer, ratioOf) / mixedLayerHpa;
  const { pressureHpa, altitudeMetres } = lowest;
  const kelvin = liftDry(potential / mixedLayerHpa, 1000, pressureHpa);
  const dewPointKelvin = dewPointCelsius(vapourHpa(ratio, pressureHpa)) + zeroCelsiusKelvin;
  return { pressureHpa, altitudeMetres, kelvin, dewPointKelvin: Math.min(kelvin, dewPointKelvin) };
}

export const ratioOf = ({ dewPointKelvin, pressureHpa }: MoistAir) =>
  mixingRatio(saturationHpa(dewPointKelvin - zeroCelsiusKelvin), pressureHpa);

/** The mass of a layer is proportional to the difference of pressure. */
export const integrateByPressure = (layer: readonly MoistAir[], value: (air: MoistAir) => number) =>
  sum(
    consecutivePairs(layer).map(
      ([below, above]) => ((value(below) + value(above)) / 2) * (below.pressureHpa - above.pressureHpa),
    ),
  );

/** The level with the highest equivalent potential temperature in the lowest 300 hPa. */
function mostUnstableParcel(lowest: Parcel, air: readonly Air[]): Parcel {
  const leastHpa = lowest.pressureHpa - unstableLayerHpa;
  const heat = ({ kelvin, dewPointKelvin, pressureHpa }: Parcel) =>
    equivalentPotentialKelvin(kelvin, dewPointKelvin, pressureHpa);
  return air
    .filter(hasTrustedHumidity)
    .filter(({ pressureHpa }) => pressureHpa >= leastHpa)
    .reduce((best, each) => (heat(each) > heat(best) ? each : best));
}
