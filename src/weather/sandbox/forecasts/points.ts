import type { Coordinates } from '../../../api/data-api.ts';
import type { PointRow } from '../../../api/forecast-api.ts';
import type { SurfaceVariable } from '../../../api/variables.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { hourMs } from '../../../time.ts';
import { rounded } from '../../row-text.ts';
import { type Place, placeAt } from '../atmosphere/geometry.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { fillSurfaceRow, type Ground, groundAlong } from '../atmosphere/surface.ts';
import type { Forecast } from './forecast.ts';
import { snapshotsOf } from './forecast-snapshots.ts';

interface Site {
  place: Place;
  ground: Ground;
}

const sites = new LruCache<string, Site>(2000);
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
  for (const place of places) {
    const site = siteAt(place);
    const rows: PointRow[] = [];
    for (const hour of hours) {
      rows.push(rowAt(snapshotAt(forecast.runMs + hour * hourMs), site));
      if (rows.length % rowsBetweenPauses === 0) yield;
    }
    forecasts.push(rows);
  }
  return forecasts;
}

/** One surface field at one place, in the units of the point forecast. */
export function surfaceValueAt(field: SurfaceVariable, snapshot: Snapshot, coordinates: Coordinates): number {
  return fieldAt(field, snapshot, siteAt(coordinates));
}

function rowAt(snapshot: Snapshot, site: Site): PointRow {
  return {
    time: snapshot.timeText,
    temperature_2m: rounded(fieldAt('temperature_2m', snapshot, site), 2),
    dewpoint_2m: rounded(fieldAt('dewpoint_2m', snapshot, site), 2),
    wind_u_10m: rounded(fieldAt('wind_u_10m', snapshot, site), 2),
    wind_v_10m: rounded(fieldAt('wind_v_10m', snapshot, site), 2),
    precipitation: rounded(fieldAt('precipitation', snapshot, site), 3),
    pressure_msl: rounded(fieldAt('pressure_msl', snapshot, site), 2),
  };
}

function fieldAt(field: SurfaceVariable, snapshot: Snapshot, { place, ground }: Site): number {
  fillSurfaceRow(field, snapshot, place, ground, value);
  return value[0]!;
}

function siteAt({ latitude, longitude }: Coordinates): Site {
  return sites.getOrCreate(`${latitude},${longitude}`, () => {
    const place = placeAt(latitude, longitude);
    return { place, ground: groundAlong(place) };
  });
}
