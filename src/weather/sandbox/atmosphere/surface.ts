import type { SurfaceVariable } from '../../../api/variables.ts';
import type { Meridians, Parallel } from './geometry.ts';
import { dewPointCelsius, rainMillimetresPerHour } from './humidity.ts';
import { type Ground, rowsNearGround } from './near-ground.ts';
import { clamp, dryAir } from './planet.ts';
import type { Snapshot } from './snapshot.ts';

/** One surface field along a parallel: Celsius, m/s, hPa, or mm in the hour before. */
export function fillSurfaceRow(
  field: SurfaceVariable,
  snapshot: Snapshot,
  parallel: Parallel,
  meridians: Meridians,
  ground: Ground,
  row: Float64Array,
): void {
  const near = rowsNearGround(snapshot, parallel, meridians, ground);
  if (field === 'pressure_msl') {
    const geopotential = near.geopotential();
    const kelvin = near.kelvin();
    for (let i = 0; i < row.length; i++) row[i] = seaLevelHpa(geopotential[i]!, kelvin[i]!);
  } else if (field === 'temperature_2m') {
    row.set(near.celsius());
  } else if (field === 'dewpoint_2m') {
    const celsius = near.celsius();
    const moisture = near.moisture();
    for (let i = 0; i < row.length; i++) {
      row[i] = dewPointCelsius(celsius[i]!, groundHumidity(moisture[i]!, ground.land[i]!));
    }
  } else if (field === 'precipitation') {
    const celsius = near.celsius();
    const moisture = near.moisture();
    for (let i = 0; i < row.length; i++) row[i] = rainMillimetresPerHour(moisture[i]!, celsius[i]!);
  } else {
    fillWind(field, parallel, ground, near.windU(), near.windV(), row);
  }
}

/** Pressure where the geopotential is zero, from the 1000 hPa surface down or up. */
function seaLevelHpa(geopotential: number, kelvin: number): number {
  return 1000 * Math.exp(geopotential / (dryAir * kelvin));
}

function groundHumidity(moisture: number, land: number): number {
  return clamp(0.78 - 0.14 * land + 0.35 * (moisture - 0.5), 0.15, 1);
}

/** Friction slows the wind and turns it towards low pressure, over land more than over sea. */
function fillWind(
  field: SurfaceVariable,
  parallel: Parallel,
  ground: Ground,
  eastwards: Float64Array,
  northwards: Float64Array,
  row: Float64Array,
): void {
  const isEastwards = field.startsWith('wind_u');
  const isLow = field.endsWith('_10m');
  const side = Math.tanh(parallel.latitude / 5);
  for (let i = 0; i < row.length; i++) {
    const land = ground.land[i]!;
    const share = isLow ? 0.78 - 0.23 * land : 0.92 - 0.12 * land;
    const angle = side * (isLow ? 0.2 + 0.3 * land : 0.1 + 0.15 * land);
    const along = share * Math.cos(angle);
    const across = share * Math.sin(angle);
    row[i] = isEastwards
      ? eastwards[i]! * along - northwards[i]! * across
      : eastwards[i]! * across + northwards[i]! * along;
  }
}
