import type { CyclonePoint } from '../../../api/forecast-api.ts';
import type { Basin } from '../../../api/parameters.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import { radiansPerDegree, wrapLongitude } from '../atmosphere/planet.ts';
import { rounded } from '../atmosphere/rounded.ts';
import type { Vortex } from '../atmosphere/vortex.ts';
import { isInBasin } from './basins.ts';
import { type Cyclone, centreStepMs, cyclonesBetween, holdLatitude } from './cyclone-lives.ts';
import { centreError, type Forecast } from './forecast.ts';

const trackStepHours = 6;
const trackHours = 360;
/** Depth of the low at its best, m²/s²; reached where the earth turns fast enough below it. */
const vortexDepthMax = 1050;
const fullDepthSin = Math.sin(20 * radiansPerDegree);

/** The centres of all cyclones that a forecast sees, from its run on, by id. */
export function* cycloneTracks(forecast: Forecast, basin?: Basin): LongWork<Record<string, CyclonePoint[]>> {
  const tracks: Record<string, CyclonePoint[]> = {};
  const lastMs = forecast.runMs + trackHours * hourMs;
  for (const cyclone of cyclonesBetween(forecast.runMs, lastMs)) {
    const points: CyclonePoint[] = [];
    for (let hour = 0; hour <= trackHours; hour += trackStepHours) {
      const timeMs = forecast.runMs + hour * hourMs;
      const vortex = vortexOf(cyclone, timeMs, forecast);
      if (vortex) {
        const { latitude, longitude } = vortex;
        points.push({
          time: isoSeconds(timeMs),
          latitude: rounded(latitude, 2),
          longitude: rounded(longitude, 2),
        });
      }
    }
    const first = points[0];
    yield;
    if (first && (!basin || isInBasin(basin, first.latitude, first.longitude))) tracks[cyclone.id] = points;
  }
  return tracks;
}

/** Every cyclone alive at a moment, where the forecast (or, without one, the truth) has it. */
export function activeVortices(timeMs: number, forecast?: Forecast): Vortex[] {
  const vortices: Vortex[] = [];
  for (const cyclone of cyclonesBetween(timeMs, timeMs)) {
    const vortex = vortexOf(cyclone, timeMs, forecast);
    if (vortex) vortices.push(vortex);
  }
  return vortices;
}

function vortexOf(cyclone: Cyclone, timeMs: number, forecast: Forecast | undefined): Vortex | undefined {
  if (timeMs <= cyclone.genesisMs || timeMs >= cyclone.endMs) return undefined;
  const step = (timeMs - cyclone.genesisMs) / centreStepMs;
  const before = Math.floor(step) * 2;
  const part = step - Math.floor(step);
  const { centres } = cyclone;
  const [north, east] = forecast ? centreError(forecast, timeMs, cyclone.key) : [0, 0];
  const latitude = holdLatitude(centres[before]! + (centres[before + 2]! - centres[before]!) * part + north);
  const longitude = centres[before + 1]! + (centres[before + 3]! - centres[before + 1]!) * part + east;
  const youth = Math.min(1, (timeMs - cyclone.genesisMs) / (1.5 * dayMs));
  const age = Math.min(1, (cyclone.endMs - timeMs) / (2 * dayMs));
  const spin = Math.min(1, Math.abs(Math.sin(latitude * radiansPerDegree)) / fullDepthSin);
  const depth = vortexDepthMax * cyclone.strength * spin ** 2 * youth * age;
  return { latitude, longitude: wrapLongitude(longitude), depth };
}
