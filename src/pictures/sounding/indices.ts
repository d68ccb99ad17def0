import { findGap, heightBetween, type Level, type NamedLevel } from './levels.ts';
import { type Air, integrateByPressure, isMoist, ratioOf } from './parcel.ts';
import { gravity, waterDensity } from './thermodynamics.ts';
import { kilometres, type OrUnavailable, type Quantity } from './unavailable.ts';

type WarmthLevel = Level & { celsius: number };

/** The lowest level at which the temperature falls below 0 °C. */
export function freezingLevel(
  levels: readonly Level[],
  groundMetres: number | null,
): OrUnavailable<NamedLevel> {
  const known = levels.filter(hasTemperature);
  const [lowest, highest] = [known[0], known.at(-1)];
  if (!lowest || !highest) return { unavailable: 'No temperature data.' };
  if (lowest.celsius < 0)
    return {
      unavailable:
        groundMetres === null
          ? `Already below freezing at the lowest level (${kilometres(lowest.altitudeMetres)}).`
          : 'Below freezing from the ground up.',
    };
  const index = known.findIndex(({ celsius }) => celsius < 0);
  const [below, above] = [known[index - 1], known[index]];
  if (!below || !above)
    return {
      unavailable: `Still above freezing where the data end (${kilometres(highest.altitudeMetres)}).`,
    };
  const gap = findGap([below, above]);
  if (gap)
    return {
      unavailable: `Drops below freezing between ${kilometres(gap.fromMetres)} and ${kilometres(gap.toMetres)}, where there are no data.`,
    };
  return { ...heightBetween(below, above, below.celsius / (below.celsius - above.celsius)), celsius: 0 };
}

/** A tropopause below this level would be an inversion. */
const maxTropopauseHpa = 500;
const maxLapseKelvinPerMetre = 0.002;
const tropopauseDepthMetres = 2000;

/**
 * By the WMO definition (1957), the tropopause is the lowest level above which temperature falls by no more than 2 K/km
 * on average to every level within 2 km.
 */
export function tropopause(levels: readonly Level[]): OrUnavailable<NamedLevel> {
  const known = levels.filter(hasTemperature);
  const highest = known.at(-1);
  if (!highest) return { unavailable: 'No temperature data.' };
  for (const [index, level] of known.entries()) {
    if (level.pressureHpa > maxTropopauseHpa) continue;
    if (highest.altitudeMetres - level.altitudeMetres < tropopauseDepthMetres) break;
    const { pressureHpa, altitudeMetres, celsius } = level;
    // The first level at 2 km or more is included, so that the whole depth is covered.
    const end = known.findIndex((other) => other.altitudeMetres - altitudeMetres >= tropopauseDepthMetres);
    const above = known.slice(index + 1, end + 1);
    if (findGap([level, ...above])) continue;
    if (above.every((other) => lapseBetween(level, other) <= maxLapseKelvinPerMetre))
      return { pressureHpa, altitudeMetres, celsius };
  }
  return {
    unavailable: `Not found below ${kilometres(highest.altitudeMetres - tropopauseDepthMetres)} (needs 2 km of data above it).`,
  };
}

const lapseBetween = (below: WarmthLevel, above: WarmthLevel) =>
  (below.celsius - above.celsius) / (above.altitudeMetres - below.altitudeMetres);

function hasTemperature(level: Level): level is WarmthLevel {
  return level.celsius !== null;
}

export interface PrecipitableWater extends Quantity {
  /** The limits of the layer that holds this water. */
  fromMetres: number;
  toMetres: number;
}

/** The depth of all vapour in the sounding, if it fell as rain. */
export function precipitableWater(air: readonly Air[]): OrUnavailable<PrecipitableWater> {
  const moist = air.filter(isMoist);
  const [lowest, highest] = [moist[0], moist.at(-1)];
  if (!lowest || !highest || lowest === highest)
    return { unavailable: 'Humidity was measured at one height only.' };
  const pascals = integrateByPressure(moist, ratioOf) * 100;
  return {
    value: (1000 * pascals) / (waterDensity * gravity),
    unit: 'mm',
    isLowerBound: false,
    fromMetres: lowest.altitudeMetres,
    toMetres: highest.altitudeMetres,
  };
}
