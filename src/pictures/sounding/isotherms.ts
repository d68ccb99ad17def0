import { findGap, type Gap, hasTemperature, heightBetween, type Level, type NamedLevel } from './levels.ts';
import { consecutivePairs } from './math.ts';
import { type Air, hasTrustedHumidity } from './parcel.ts';
import { wetBulbKelvin, zeroCelsiusKelvin } from './thermodynamics.ts';
import { height, heightAboveSeaLevel, heightRange, type OrUnavailable } from './unavailable.ts';

/** All levels at which a temperature is crossed, from lowest to highest. */
export interface Isotherm {
  levels: NamedLevel[];
  /** Gaps in the data in which the temperature is crossed too. */
  gaps: Gap[];
}

/** The levels at which the air has this temperature. */
export function isotherm(
  levels: readonly Level[],
  celsius: number,
  groundMetres: number | null,
): OrUnavailable<Isotherm> {
  return findCrossings('temperature', levels.filter(hasTemperature), celsius, groundMetres);
}

/** The levels at which the wet-bulb temperature is 0 °C: below the lowest, snow melts even in dry air. */
export function wetBulbZero(air: readonly Air[], groundMetres: number | null): OrUnavailable<Isotherm> {
  const profile = air
    .filter(hasTrustedHumidity)
    .map(({ kelvin, dewPointKelvin, pressureHpa, altitudeMetres }) => ({
      pressureHpa,
      altitudeMetres,
      celsius: wetBulbKelvin(kelvin, dewPointKelvin, pressureHpa) - zeroCelsiusKelvin,
    }));
  return findCrossings('wet-bulb temperature', profile, 0, groundMetres);
}

function findCrossings(
  name: string,
  profile: readonly NamedLevel[],
  celsius: number,
  groundMetres: number | null,
): OrUnavailable<Isotherm> {
  const [lowest, highest] = [profile[0], profile.at(-1)];
  if (!lowest || !highest) return { unavailable: `No ${name} data.` };
  const isCold = (level: NamedLevel) => level.celsius < celsius;
  const found: Isotherm = { levels: [], gaps: [] };
  for (const [below, above] of consecutivePairs(profile)) {
    if (isCold(below) === isCold(above)) continue;
    const gap = findGap([below, above]);
    const part = (below.celsius - celsius) / (below.celsius - above.celsius);
    if (gap) found.gaps.push(gap);
    else found.levels.push({ ...heightBetween(below, above, part), celsius });
  }
  if (found.levels.length > 0) return found;
  const [gap] = found.gaps;
  const value = `${celsius} °C`.replace('-', '−');
  if (gap)
    return {
      unavailable: `The ${name} crosses ${value} at ${heightRange(gap.fromMetres, gap.toMetres)} above sea level, where there are no data.`,
    };
  const from = groundMetres === null ? height(lowest.altitudeMetres) : 'the ground';
  return {
    unavailable: `The ${name} is ${isCold(lowest) ? 'below' : 'above'} ${value} from ${from} to ${heightAboveSeaLevel(highest.altitudeMetres)}.`,
  };
}
