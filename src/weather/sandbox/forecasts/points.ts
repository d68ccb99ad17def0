import type { Coordinates } from '../../../api/data-api.ts';
import type { PointRow } from '../../../api/forecast-api.ts';
import type { SurfaceVariable } from '../../../api/variables.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { hourMs } from '../../../time.ts';
import { rounded } from '../../row-text.ts';
import { type Place, placeAt } from '../atmosphere/geometry.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { fillSurfaceRow } from '../atmosphere/surface.ts';
import type { Forecast } from './forecast.ts';
import { snapshotsOf } from './forecast-snapshots.ts';

const cachedPlaces = new LruCache<string, Place>(2000);
const value = new Float64Array(1);
/** The first call for a run also computes its snapshots, about a millisecond each. */
const rowsBetweenPauses = 8;

export function* forecastPoints(
  forecast: Forecast,
  places: readonly Coordinates[],
  hours: readonly number[],
): LongWork<PointRow[][]> {
  const snapshotAt = snapshotsOf(forecast);
  const forecasts: PointRow[][] = [];
  for (const coordinates of places) {
    const place = cachedPlaceAt(coordinates);
    const rows: PointRow[] = [];
    for (const hour of hours) {
      rows.push(rowAt(snapshotAt(forecast.runMs + hour * hourMs), place));
      if (rows.length % rowsBetweenPauses === 0) yield;
    }
    forecasts.push(rows);
  }
  return forecasts;
}

/** One surface field at one place, in the units of the point forecast. */
export function surfaceValueAt(field: SurfaceVariable, snapshot: Snapshot, coordinates: Coordinates): number {
  return fieldAt(field, snapshot, cachedPlaceAt(coordinates));
}

function rowAt(snapshot: Snapshot, place: Place): PointRow {
  return {
    time: snapshot.timeText,
    temperature_2m: rounded(fieldAt('temperature_2m', snapshot, place), 2),
    dewpoint_2m: rounded(fieldAt('dewpoint_2m', snapshot, place), 2),
    wind_u_10m: rounded(fieldAt('wind_u_10m', snapshot, place), 2),
    wind_v_10m: rounded(fieldAt('wind_v_10m', snapshot, place), 2),
    precipitation: rounded(fieldAt('precipitation', snapshot, place), 3),
    pressure_msl: rounded(fieldAt('pressure_msl', snapshot, place), 2),
  };
}

function fieldAt(field: SurfaceVariable, snapshot: Snapshot, place: Place): number {
  fillSurfaceRow(field, snapshot, place, value);
  return value[0]!;
}

function cachedPlaceAt({ latitude, longitude }: Coordinates): Place {
  return cachedPlaces.getOrCreate(`${latitude},${longitude}`, () => placeAt(latitude, longitude));
}
