import type { Flow } from '../drawing/overlays/streamlines.ts';
import { coordinatesOnWideMap } from '../earth/wide-map.ts';
import { valueAt } from '../weather/atmosphere/atmosphere.ts';
import { placeAt } from '../weather/atmosphere/geometry.ts';
import { levelAt } from '../weather/atmosphere/levels.ts';
import { radiansPerDegree } from '../weather/atmosphere/planet.ts';
import { truthAt } from '../weather/forecasts/weather.ts';

/** Where the jet streams are. */
export const windLevelHpa = 300;
const level = levelAt(windLevelHpa);

/** The wind at a moment, turned and stretched as the map is: towards the poles it takes fewer metres to a degree. */
export function windAbove(timeMs: number): Flow {
  const snapshot = truthAt(timeMs);
  return (at) => {
    const { latitude, longitude } = coordinatesOnWideMap(at);
    const place = placeAt(latitude, longitude);
    const eastwards = valueAt('wind_u', snapshot, level, place);
    const northwards = valueAt('wind_v', snapshot, level, place);
    const stretch = Math.max(0.2, Math.cos(latitude * radiansPerDegree));
    return {
      x: eastwards / stretch,
      y: -northwards,
      metresPerSecond: Math.hypot(eastwards, northwards),
    };
  };
}
