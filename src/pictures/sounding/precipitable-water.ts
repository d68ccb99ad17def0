import type { Air } from './air.ts';
import { GRAVITY, KELVIN, WATER_DENSITY } from './constants.ts';
import { mixingRatio, saturationHpa } from './saturation.ts';
import type { OrUnavailable, Quantity } from './unavailable.ts';

export interface PrecipitableWater extends Quantity {
  /** The layer whose water it is. */
  fromMetres: number;
  toMetres: number;
}

/** The depth of all vapour in the sounding if it were rain. */
export function precipitableWater(air: readonly Air[]): OrUnavailable<PrecipitableWater> {
  const moist = air.filter(({ dewPointKelvin }) => dewPointKelvin !== null);
  const [lowest, highest] = [moist[0], moist.at(-1)];
  if (!lowest || lowest === highest) return { unavailable: 'Humidity is known at one height alone.' };
  const ratio = ({ dewPointKelvin, pressureHpa }: Air) =>
    mixingRatio(saturationHpa(dewPointKelvin! - KELVIN), pressureHpa);
  let pascals = 0;
  for (let index = 1; index < moist.length; index++) {
    const [below, above] = [moist[index - 1]!, moist[index]!];
    pascals += ((ratio(below) + ratio(above)) / 2) * (below.pressureHpa - above.pressureHpa) * 100;
  }
  return {
    value: (1000 * pascals) / (WATER_DENSITY * GRAVITY),
    unit: 'mm',
    isLowerBound: false,
    fromMetres: lowest.altitudeMetres,
    toMetres: highest!.altitudeMetres,
  };
}
