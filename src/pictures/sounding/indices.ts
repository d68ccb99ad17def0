import {
  findGap,
  hasTemperature,
  heightBetween,
  type Level,
  levelsAround,
  type NamedLevel,
  type WarmthLevel,
} from './levels.ts';
import { interpolate } from './math.ts';
import { type Air, airAtPressure, integrateByPressure, isMoist, ratioOf } from './parcel.ts';
import { dryAirGasConstant, gravity, waterDensity, zeroCelsiusKelvin } from './thermodynamics.ts';
import {
  height,
  heightAboveSeaLevel,
  isUnavailable,
  noDataIn,
  type OrUnavailable,
  type Quantity,
  requireGround,
} from './unavailable.ts';

/** A tropopause below this level would be an inversion. */
const maxTropopauseHpa = 500;
const maxLapseKelvinPerMetre = 0.002;
const tropopauseDepthMetres = 2000;

/** A layer this deep below the end of the data is enough to show a tropopause that can't be confirmed. */
const minStableMetres = 500;

export interface Tropopause extends NamedLevel {
  /** The depth of the data above it, if that is less than the definition needs. */
  onlyMetresAbove?: number;
}

/**
 * By the WMO definition (1957), the tropopause is the lowest level above which temperature falls by no more than 2 K/km
 * on average to every level within 2 km. Near the end of the data it is given with the depth that is known.
 */
export function tropopause(levels: readonly Level[]): OrUnavailable<Tropopause> {
  const known = levels.filter(hasTemperature);
  const highest = known.at(-1);
  if (!highest) return { unavailable: 'No temperature data.' };
  for (const [index, level] of known.entries()) {
    if (level.pressureHpa > maxTropopauseHpa) continue;
    const { pressureHpa, altitudeMetres, celsius } = level;
    const metresAbove = highest.altitudeMetres - altitudeMetres;
    if (metresAbove < minStableMetres) break;
    // The first level at 2 km or more is included, so that the whole depth is covered.
    const end = known.findIndex((other) => other.altitudeMetres - altitudeMetres >= tropopauseDepthMetres);
    const above = known.slice(index + 1, end < 0 ? undefined : end + 1);
    if (findGap([level, ...above])) continue;
    if (above.every((other) => lapseBetween(level, other) <= maxLapseKelvinPerMetre))
      return { pressureHpa, altitudeMetres, celsius, ...(end < 0 && { onlyMetresAbove: metresAbove }) };
  }
  return { unavailable: `None up to ${heightAboveSeaLevel(highest.altitudeMetres)}, where the data end.` };
}

type Warmth = Pick<WarmthLevel, 'celsius' | 'altitudeMetres'>;

const lapseBetween = (below: Warmth, above: Warmth) =>
  (below.celsius - above.celsius) / (above.altitudeMetres - below.altitudeMetres);

export interface PrecipitableWater extends Quantity {
  /** The limits of the layer that holds this water. */
  fromMetres: number;
  toMetres: number;
}

/** A deeper layer without humidity data is not filled in. */
const maxExtendedMetres = 300;

/**
 * The depth of all vapour in the sounding, if it fell as rain. The lowest level is the mean of a layer, whose lower
 * half has the same mixing ratio.
 */
export function precipitableWater(
  air: readonly Air[],
  bottomMetres?: number,
): OrUnavailable<PrecipitableWater> {
  const moist = air.filter(isMoist);
  const [lowest, highest] = [moist[0], moist.at(-1)];
  if (!lowest || !highest || lowest === highest)
    return { unavailable: 'Humidity was measured at one height only.' };
  const isNear = bottomMetres !== undefined && lowest.altitudeMetres - bottomMetres < maxExtendedMetres;
  const fromMetres = isNear ? Math.min(lowest.altitudeMetres, bottomMetres) : lowest.altitudeMetres;
  const scaleMetres = (dryAirGasConstant * lowest.virtualKelvin) / gravity;
  const bottomHpa = lowest.pressureHpa * Math.exp((lowest.altitudeMetres - fromMetres) / scaleMetres);
  const hpa = integrateByPressure(moist, ratioOf) + ratioOf(lowest) * (bottomHpa - lowest.pressureHpa);
  return {
    value: (1000 * 100 * hpa) / (waterDensity * gravity),
    unit: 'mm',
    isLowerBound: false,
    fromMetres,
    toMetres: highest.altitudeMetres,
  };
}

/** The mean fall of temperature from the lowest level to a height above the ground. */
export function lapseRateTo(
  heightMetres: number,
  levels: readonly Level[],
  groundMetres: number | null,
): OrUnavailable<Quantity> {
  const known = levels.filter(hasTemperature);
  const [lowest] = known;
  if (!lowest) return { unavailable: 'No temperature data.' };
  const near = requireGround(known, groundMetres, 'temperature');
  if (isUnavailable(near)) return near;
  const topMetres = near.groundMetres + heightMetres;
  const index = known.findIndex(({ altitudeMetres }) => altitudeMetres >= topMetres);
  const [above, below] = [known[index], known[index - 1]];
  if (!above || !below)
    return { unavailable: `The data end below ${height(heightMetres)} above the ground.` };
  const gap = findGap(known.slice(0, index + 1));
  if (gap) return noDataIn('temperature', gap);
  const part = (topMetres - below.altitudeMetres) / (above.altitudeMetres - below.altitudeMetres);
  const top = { celsius: interpolate(below.celsius, above.celsius, part), altitudeMetres: topMetres };
  return { value: 1000 * lapseBetween(lowest, top), unit: 'K/km', isLowerBound: false };
}

/** The mean fall of temperature between two pressures. */
export function lapseRateBetween(
  bottomHpa: number,
  topHpa: number,
  levels: readonly Level[],
): OrUnavailable<Quantity> {
  const known = levels.filter(hasTemperature);
  const bottom = warmthAt(bottomHpa, known);
  const top = warmthAt(topHpa, known);
  if (isUnavailable(bottom)) return bottom;
  if (isUnavailable(top)) return top;
  return { value: 1000 * lapseBetween(bottom, top), unit: 'K/km', isLowerBound: false };
}

function warmthAt(pressureHpa: number, known: readonly WarmthLevel[]) {
  const around = levelsAround(known, pressureHpa);
  if (!around) return { unavailable: `No temperature at ${pressureHpa} hPa.` };
  const { below, above, part } = around;
  const gap = findGap([below, above]);
  if (gap) return noDataIn('temperature', gap);
  const { altitudeMetres } = heightBetween(below, above, part);
  return { altitudeMetres, celsius: interpolate(below.celsius, above.celsius, part) };
}

/** The K index (George 1960): (T850 − T500) + Td850 − (T700 − Td700). */
export const kIndex = (air: readonly Air[]) =>
  combineLevels(air, (low, middle, high) => low.t - high.t + low.td - (middle.t - middle.td));

/** Total Totals (Miller 1972): T850 + Td850 − 2 T500. */
export const totalTotals = (air: readonly Air[]) =>
  combineLevels(air, (low, _, high) => low.t + low.td - 2 * high.t);

interface Celsius {
  t: number;
  td: number;
}

function combineLevels(
  air: readonly Air[],
  combine: (low: Celsius, middle: Celsius, high: Celsius) => number,
): OrUnavailable<Quantity> {
  const [low, middle, high] = [celsiusAt(850, air), celsiusAt(700, air), celsiusAt(500, air)];
  if (isUnavailable(low)) return low;
  if (isUnavailable(middle)) return middle;
  if (isUnavailable(high)) return high;
  return { value: combine(low, middle, high), unit: '°C', isLowerBound: false };
}

function celsiusAt(pressureHpa: number, air: readonly Air[]): OrUnavailable<Celsius> {
  const found = airAtPressure(air, pressureHpa);
  if (!found || !isMoist(found)) return { unavailable: `No temperature and humidity at ${pressureHpa} hPa.` };
  return { t: found.kelvin - zeroCelsiusKelvin, td: found.dewPointKelvin - zeroCelsiusKelvin };
}
