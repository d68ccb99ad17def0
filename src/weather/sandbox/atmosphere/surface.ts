import type { SurfaceVariable } from '../../../api/variables.ts';
import { airNearGround } from './air-near-ground.ts';
import type { Place } from './geometry.ts';
import { dewPointCelsius, rainMillimetres } from './humidity.ts';
import { dryAir } from './planet.ts';
import type { Snapshot } from './snapshot.ts';

/** The share of friction that is left at 100 m. */
const frictionAt100m = 0.8;

/** Fills one surface field along a parallel in Celsius, m/s, hPa, or mm of the hour before. */
export function fillSurfaceRow(
  field: SurfaceVariable,
  snapshot: Snapshot,
  place: Place,
  row: Float64Array,
): void {
  const air = airNearGround(snapshot, place);
  if (field === 'pressure_msl') {
    const { freeGeopotential, freeKelvin } = air.withFree();
    for (let i = 0; i < row.length; i++) row[i] = seaLevelHpa(freeGeopotential[i]!, freeKelvin[i]!);
  } else if (field === 'temperature_2m') {
    row.set(air.withWarmth().celsius);
  } else if (field === 'dewpoint_2m') {
    const { celsius, humidity } = air.withHumidity();
    for (let i = 0; i < row.length; i++) row[i] = dewPointCelsius(celsius[i]!, humidity[i]!);
  } else if (field === 'precipitation') {
    const { wetness, threshold, logRain } = air.withHumidity();
    for (let i = 0; i < row.length; i++) row[i] = rainMillimetres(wetness[i]!, threshold[i]!, logRain[i]!);
  } else {
    const { windEast, windNorth, freeEast, freeNorth } = air.withWind();
    const isEastwards = field.startsWith('wind_u');
    row.set(isEastwards ? windEast : windNorth);
    if (field.endsWith('_10m')) return;
    const free = isEastwards ? freeEast : freeNorth;
    for (let i = 0; i < row.length; i++) row[i] = free[i]! + (row[i]! - free[i]!) * frictionAt100m;
  }
}

/** Pressure where the geopotential is zero, from the 1000 hPa surface down or up. */
function seaLevelHpa(geopotential: number, kelvin: number): number {
  return 1000 * Math.exp(geopotential / (dryAir * kelvin));
}
