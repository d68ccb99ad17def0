import type { Coordinates } from '../../../api/data-api.ts';
import type { CyclonePoint } from '../../../api/forecast-api.ts';
import { type Basin, basinBoxes, basinNames } from '../../../api/parameters.ts';
import { aroundEarth, clamp, wrapLongitude } from '../../../pictures/sounding/math.ts';
import { earthRadiusMetres } from '../../../pictures/sounding/thermodynamics.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import { rounded } from '../../row-text.ts';
import { valueAt } from '../atmosphere/atmosphere.ts';
import { chance, chanceBetween, chanceUses } from '../atmosphere/chance.ts';
import { humidLevel, placeAt } from '../atmosphere/geometry.ts';
import { landShare } from '../atmosphere/land.ts';
import { archiveStartMs, radiansPerDegree, seasonAngle } from '../atmosphere/planet.ts';
import { calmTruthAt, type Vortex } from '../atmosphere/snapshot.ts';
import { centreError, type Forecast } from './forecast.ts';

const trackStepHours = 6;
const trackHours = 360;
/** The greatest depth of a low, m²/s². It is reached where the Coriolis force is strong enough. */
const maxVortexDepth = 1050;
const fullDepthSin = Math.sin(20 * radiansPerDegree);

/** The centres of all cyclones in a forecast from its run on, by id. */
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

/** All cyclones at a moment, at their position in the forecast or, without one, at their true position. */
export function activeVortices(timeMs: number, forecast?: Forecast): Vortex[] {
  return cyclonesBetween(timeMs, timeMs).flatMap((cyclone) => vortexOf(cyclone, timeMs, forecast) ?? []);
}

function vortexOf(cyclone: Cyclone, timeMs: number, forecast: Forecast | undefined): Vortex | undefined {
  if (timeMs <= cyclone.genesisMs || timeMs >= cyclone.endMs) return undefined;
  const step = (timeMs - cyclone.genesisMs) / centreStepMs;
  const part = step - Math.floor(step);
  const [from, to] = cyclone.centres.slice(Math.floor(step));
  if (!from || !to) return undefined;
  const [north, east] = forecast ? centreError(forecast, timeMs, cyclone.key) : [0, 0];
  const side = Math.sign(from.latitude);
  const latitude = holdLatitude(from.latitude + (to.latitude - from.latitude) * part + north, side);
  const longitude = from.longitude + (to.longitude - from.longitude) * part + east;
  const youth = Math.min(1, (timeMs - cyclone.genesisMs) / (1.5 * dayMs));
  const age = Math.min(1, (cyclone.endMs - timeMs) / (2 * dayMs));
  const spin = Math.min(1, Math.abs(Math.sin(latitude * radiansPerDegree)) / fullDepthSin);
  const depth = maxVortexDepth * cyclone.strength * spin ** 2 * youth * age;
  return { latitude, longitude: wrapLongitude(longitude), depth };
}

/** A box of open sea where cyclones form, with its chances for each slot and the month (0 to 12) of the peak. */
interface Nursery {
  west: number;
  east: number;
  south: number;
  north: number;
  offSeason: number;
  inSeason: number;
  peakMonth: number;
}

const nurseries: Record<Basin, Nursery> = {
  NA: { west: -55, east: -28, south: 11, north: 17, offSeason: 0.04, inSeason: 0.5, peakMonth: 9 },
  EP: { west: -165, east: -143, south: 11, north: 16, offSeason: 0.03, inSeason: 0.35, peakMonth: 8.5 },
  WP: { west: 132, east: 160, south: 11, north: 18, offSeason: 0.22, inSeason: 0.6, peakMonth: 9 },
  NI: { west: 62, east: 92, south: 10, north: 14, offSeason: 0.08, inSeason: 0.2, peakMonth: 10.5 },
  SI: { west: 52, east: 80, south: -16, north: -11, offSeason: 0.08, inSeason: 0.45, peakMonth: 1.5 },
  AU: { west: 96, east: 124, south: -16, north: -11, offSeason: 0.05, inSeason: 0.4, peakMonth: 1.8 },
  SP: { west: 165, east: 195, south: -17, north: -11, offSeason: 0.05, inSeason: 0.35, peakMonth: 2 },
};

export function isInBasin(basin: Basin, latitude: number, longitude: number): boolean {
  const { west, east, south, north } = basinBoxes[basin];
  return aroundEarth(longitude - west) < aroundEarth(east - west) && latitude >= south && latitude <= north;
}

interface Cyclone {
  id: string;
  /** A unique number for `chance`. */
  key: number;
  genesisMs: number;
  endMs: number;
  strength: number;
  /** Every `centreStepMs` from genesis on; longitude is not wrapped. */
  centres: Coordinates[];
}

const slotMs = 5 * dayMs;
const centreStepMs = 3 * hourMs;
const maxLifeDays = 12;
const minSteps = 16;
const maxStepsOnLand = 6;
// A vortex of this size would reach across the equator if it were nearer.
const minLatitude = 10;
// The Australian basin ends here.
const maxLatitude = 36;

const cyclones = new LruCache<number, Cyclone | 'none'>(3000);
function cyclonesBetween(firstMs: number, lastMs: number): Cyclone[] {
  const found: Cyclone[] = [];
  const firstSlot = Math.floor((firstMs - archiveStartMs - maxLifeDays * dayMs) / slotMs);
  const lastSlot = Math.floor((lastMs - archiveStartMs) / slotMs);
  for (let slot = firstSlot; slot <= lastSlot; slot++) {
    for (const basin of basinNames) {
      const cyclone = cyclones.getOrCreate(
        cycloneKey(basin, slot),
        () => raiseCyclone(basin, slot) ?? 'none',
      );
      if (cyclone !== 'none' && cyclone.genesisMs < lastMs + 1 && cyclone.endMs > firstMs)
        found.push(cyclone);
    }
  }
  return found;
}

function raiseCyclone(basin: Basin, slot: number): Cyclone | undefined {
  const key = cycloneKey(basin, slot);
  const nursery = nurseries[basin];
  const draw = (use: number) => chance(chanceUses.cycloneGenesis, key, use);
  const genesisMs = genesisTimeMs(key, slot);
  // No cyclone forms in the two slots after another, because their paths would cross.
  if (!isRipe(basin, slot) || isRipe(basin, slot - 1) || isRipe(basin, slot - 2)) return undefined;
  const lifeDays = chanceBetween(6, maxLifeDays, chanceUses.cycloneGenesis, key, 2);
  const latitude = nursery.south + (nursery.north - nursery.south) * draw(3);
  const longitude = nursery.west + (nursery.east - nursery.west) * draw(4);
  const centres = drift(latitude, longitude, genesisMs, Math.ceil((lifeDays * dayMs) / centreStepMs));
  const born = new Date(genesisMs);
  const numberInYear = 1 + Math.floor((genesisMs - Date.UTC(born.getUTCFullYear(), 0)) / slotMs);
  return {
    id: `${basin}${String(numberInYear).padStart(2, '0')}${born.getUTCFullYear()}`,
    key,
    genesisMs,
    endMs: genesisMs + (centres.length - 2) * centreStepMs,
    strength: 0.7 + 0.4 * draw(5),
    centres,
  };
}

function isRipe(basin: Basin, slot: number): boolean {
  const { peakMonth, offSeason, inSeason } = nurseries[basin];
  const key = cycloneKey(basin, slot);
  const peak = ((peakMonth - 0.5) / 12) * 2 * Math.PI;
  const season = Math.max(0, Math.cos(seasonAngle(genesisTimeMs(key, slot)) - peak)) ** 2;
  return chance(chanceUses.cycloneGenesis, key, 0) < offSeason + (inSeason - offSeason) * season;
}

function genesisTimeMs(key: number, slot: number): number {
  return (
    archiveStartMs + slot * slotMs + Math.floor(chance(chanceUses.cycloneGenesis, key, 1) * 40) * centreStepMs
  );
}

function cycloneKey(basin: Basin, slot: number): number {
  return slot * basinNames.length + basinNames.indexOf(basin);
}

/** A cyclone moves with the 700 hPa wind, a little to the west and poleward, until it is over land or cold sea. */
function drift(latitude: number, longitude: number, genesisMs: number, steps: number): Coordinates[] {
  const centres: Coordinates[] = [];
  const poleward = Math.sign(latitude) * 1.6;
  let [north, east, stepsOnLand] = [latitude, longitude, 0];
  for (let step = 0; step < steps + 2; step++) {
    centres.push({ latitude: north, longitude: east });
    const around = calmTruthAt(genesisMs + step * centreStepMs);
    const place = placeAt(north, east);
    const eastwards = valueAt('wind_u', around, humidLevel, place) - 1.5;
    const northwards = valueAt('wind_v', around, humidLevel, place) + poleward;
    const degrees = centreStepMs / 1000 / earthRadiusMetres / radiansPerDegree;
    east += (eastwards * degrees) / Math.cos(north * radiansPerDegree);
    north = holdLatitude(north + northwards * degrees, Math.sign(latitude));
    stepsOnLand = landShare(north, east) > 0.7 ? stepsOnLand + 1 : 0;
    const isOver = Math.abs(north) === maxLatitude || stepsOnLand > maxStepsOnLand;
    if (isOver && step >= minSteps) break;
  }
  return centres;
}

/** The side is 1 in the northern hemisphere and -1 in the southern one. */
function holdLatitude(latitude: number, side: number): number {
  return side * clamp(side * latitude, minLatitude, maxLatitude);
}
