import { coordinatesOnWideMap } from '../../pictures/earth/wide-map.ts';
import type { Flow } from '../../pictures/overlays/streamlines.ts';
import { valueAt } from '../sandbox/atmosphere/atmosphere.ts';
import { placeAt } from '../sandbox/atmosphere/geometry.ts';
import { levelAt } from '../sandbox/atmosphere/levels.ts';
import { radiansPerDegree } from '../sandbox/atmosphere/planet.ts';
import { truthAt } from '../sandbox/forecasts/weather.ts';

/** Where the jet streams are. */
export const windLevelHpa = 300;
const level = levelAt(windLevelHpa);

/** Metres a second at a place. */
export type WindAt = (at: { latitude: number; longitude: number }) => [eastwards: number, northwards: number];

/** The wind of the sandbox at a moment. */
export function sandboxWind(timeMs: number): WindAt {
  const snapshot = truthAt(timeMs);
  return ({ latitude, longitude }) => {
    const place = placeAt(latitude, longitude);
    return [valueAt('wind_u', snapshot, level, place), valueAt('wind_v', snapshot, level, place)];
  };
}

/** Turned and stretched as the map is: towards the poles it takes fewer metres to a degree. */
export function flowOf(windAt: WindAt): Flow {
  return (at) => {
    const place = coordinatesOnWideMap(at);
    const [eastwards, northwards] = windAt(place);
    const stretch = Math.max(0.2, Math.cos(place.latitude * radiansPerDegree));
    return {
      x: eastwards / stretch,
      y: -northwards,
      metresPerSecond: Math.hypot(eastwards, northwards),
    };
  };
}
