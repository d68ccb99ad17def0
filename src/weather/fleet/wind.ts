import { hourMs } from '../../time.ts';
import { valueAt } from '../sandbox/atmosphere/atmosphere.ts';
import { levelAt, placeAt } from '../sandbox/atmosphere/geometry.ts';
import { truthAt } from '../sandbox/forecasts/forecast-snapshots.ts';
import type { WeatherSource } from '../source.ts';

interface Position {
  latitude: number;
  longitude: number;
}

/** Metres per second at a position. */
export type WindAt = (at: Position) => [eastwards: number, northwards: number];

/** Jet streams are strongest at about this pressure. */
export const windLevelHpa = 300;

export function sandboxWind(timeMs: number): WindAt {
  const snapshot = truthAt(timeMs);
  const level = levelAt(windLevelHpa);
  return ({ latitude, longitude }) => {
    const place = placeAt(latitude, longitude);
    return [valueAt('wind_u', snapshot, level, place), valueAt('wind_v', snapshot, level, place)];
  };
}

/** Wind from the provider's grid files of the current hour; undefined if they cannot be loaded or read. */
export async function readForecastWind(
  weather: Pick<WeatherSource, 'readField'>,
  nowMs: number,
): Promise<WindAt | undefined> {
  const hour = { series: { model: 'main' }, timeMs: Math.floor(nowMs / hourMs) * hourMs } as const;
  const read = async (name: 'wind_u' | 'wind_v') => {
    const choice = { kind: 'upper', name, levelsHpa: [windLevelHpa] } as const;
    const { latitudes, longitudes, rows } = await weather.readField(hour, choice, {});
    return nearestValue(latitudes, longitudes, await Array.fromAsync(rows));
  };
  try {
    const [eastwards, northwards] = [await read('wind_u'), await read('wind_v')];
    return (at) => [eastwards(at), northwards(at)];
  } catch {
    return undefined;
  }
}

/** The grid has evenly spaced rows from the north, and columns from 0° eastwards around the globe. */
function nearestValue(latitudes: Float32Array, longitudes: Float32Array, rows: Float32Array[]) {
  const north = latitudes[0]!;
  const rowDegrees = (north - latitudes.at(-1)!) / (latitudes.length - 1);
  return ({ latitude, longitude }: Position): number => {
    const row = Math.round((north - latitude) / rowDegrees);
    const column = Math.round((((longitude + 360) % 360) / 360) * longitudes.length);
    return rows[Math.min(Math.max(row, 0), rows.length - 1)]![column % longitudes.length]!;
  };
}
