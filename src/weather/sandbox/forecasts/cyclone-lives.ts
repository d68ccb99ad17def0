import { type Basin, basinNames } from '../../../api/parameters.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { valueAt } from '../atmosphere/atmosphere.ts';
import { chance, chanceBetween, chanceUses } from '../atmosphere/chance.ts';
import { placeAt } from '../atmosphere/geometry.ts';
import { landShare } from '../atmosphere/land.ts';
import { humidLevel } from '../atmosphere/levels.ts';
import { clamp, radiansPerDegree, radiusMetres } from '../atmosphere/planet.ts';
import { calmTruthAt } from '../atmosphere/snapshot.ts';
import { archiveStartMs, seasonAngle } from '../atmosphere/time.ts';
import { nurseries } from './basins.ts';

export interface Cyclone {
  id: string;
  /** Unlike any other cyclone's, for chance. */
  key: number;
  genesisMs: number;
  endMs: number;
  strength: number;
  /** Latitude and longitude side by side, every `centreStepMs` from genesis on; longitude is not wrapped. */
  centres: Float64Array;
}

const slotMs = 5 * dayMs;
export const centreStepMs = 3 * hourMs;
const lifeMaxDays = 12;
const stepsMin = 16;
const stepsOnLandMax = 6;
// Nearer to the equator a vortex of this size would reach across it.
const latitudeMin = 10;
const latitudeMax = 40;

const cyclones = new LruCache<number, Cyclone | 'none'>(3000);

/** Cyclones that are alive at some time between the two. */
export function cyclonesBetween(firstMs: number, lastMs: number): Cyclone[] {
  const found: Cyclone[] = [];
  const firstSlot = Math.floor((firstMs - archiveStartMs - lifeMaxDays * dayMs) / slotMs);
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
  // Two at once would cross each other: the sea rests after a cyclone.
  if (!isRipe(basin, slot) || isRipe(basin, slot - 1) || isRipe(basin, slot - 2)) return undefined;
  const lifeDays = chanceBetween(6, lifeMaxDays, chanceUses.cycloneGenesis, key, 2);
  const latitude = nursery.south + (nursery.north - nursery.south) * draw(3);
  const longitude = nursery.west + (nursery.east - nursery.west) * draw(4);
  const centres = drift(latitude, longitude, genesisMs, Math.ceil((lifeDays * dayMs) / centreStepMs));
  const born = new Date(genesisMs);
  const numberInYear = 1 + Math.floor((genesisMs - Date.UTC(born.getUTCFullYear(), 0)) / slotMs);
  return {
    id: `${basin}${String(numberInYear).padStart(2, '0')}${born.getUTCFullYear()}`,
    key,
    genesisMs,
    endMs: genesisMs + (centres.length / 2 - 2) * centreStepMs,
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

/** With the 700 hPa wind around it, a little to the west and towards the pole, until it is over land or cold sea. */
function drift(latitude: number, longitude: number, genesisMs: number, steps: number): Float64Array {
  const centres = new Float64Array((steps + 2) * 2);
  const poleward = Math.sign(latitude) * 1.6;
  let [north, east, stepsOnLand] = [latitude, longitude, 0];
  for (let step = 0; step < steps + 2; step++) {
    centres[2 * step] = north;
    centres[2 * step + 1] = east;
    const around = calmTruthAt(genesisMs + step * centreStepMs);
    const place = placeAt(north, east);
    const eastwards = valueAt('wind_u', around, humidLevel, place) - 1.5;
    const northwards = valueAt('wind_v', around, humidLevel, place) + poleward;
    const degrees = centreStepMs / 1000 / radiusMetres / radiansPerDegree;
    east += (eastwards * degrees) / Math.cos(north * radiansPerDegree);
    north = holdLatitude(north + northwards * degrees);
    stepsOnLand = landShare(north, east) > 0.7 ? stepsOnLand + 1 : 0;
    const isOver = Math.abs(north) === latitudeMax || stepsOnLand > stepsOnLandMax;
    if (isOver && step >= stepsMin) return centres.slice(0, 2 * (step + 1));
  }
  return centres;
}

export function holdLatitude(latitude: number): number {
  return latitude < 0
    ? clamp(latitude, -latitudeMax, -latitudeMin)
    : clamp(latitude, latitudeMin, latitudeMax);
}
