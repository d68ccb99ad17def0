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
