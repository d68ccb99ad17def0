import { decimal } from '../atmosphere/decimal.ts';
import { type Place, placeAt } from '../atmosphere/geometry.ts';
import { type Ground, groundAlong } from '../atmosphere/near-ground.ts';
import { RecentResults } from '../atmosphere/recent-results.ts';
import type { Snapshot } from '../atmosphere/snapshot.ts';
import { fillSurfaceRow, type SurfaceField } from '../atmosphere/surface.ts';
import { hourMs } from '../atmosphere/time.ts';
import type { Forecast } from './forecast.ts';
import { snapshotsOf } from './weather.ts';

export interface Coordinates {
  latitude: number;
  longitude: number;
}

interface Site {
  place: Place;
  ground: Ground;
}

const sites = new RecentResults<string, Site>(2000);
const value = new Float64Array(1);

/** The forecast of one place as JSON text: one row for each hour, every row with the same keys. */
export function pointForecastJson(
  forecast: Forecast,
  coordinates: Coordinates,
  hours: readonly number[],
): string {
  const site = siteAt(coordinates);
  const snapshotAt = snapshotsOf(forecast);
  let text = '';
  for (const hour of hours) {
    const timeMs = forecast.runMs + hour * hourMs;
    text += (text === '' ? '' : ',') + rowJson(snapshotAt(timeMs), site);
  }
  return `[${text}]`;
}

/** One surface field at one place, in the units of the point forecast. */
export function surfaceValueAt(field: SurfaceField, snapshot: Snapshot, coordinates: Coordinates): number {
  return fieldAt(field, snapshot, siteAt(coordinates));
}

function rowJson(snapshot: Snapshot, site: Site): string {
  return (
    `{"time":"${snapshot.timeText}"` +
    `,"temperature_2m":${decimal(fieldAt('temperature_2m', snapshot, site), 2)}` +
    `,"dewpoint_2m":${decimal(fieldAt('dewpoint_2m', snapshot, site), 2)}` +
    `,"wind_u_10m":${decimal(fieldAt('wind_u_10m', snapshot, site), 2)}` +
    `,"wind_v_10m":${decimal(fieldAt('wind_v_10m', snapshot, site), 2)}` +
    `,"precipitation":${decimal(fieldAt('precipitation', snapshot, site), 3)}` +
    `,"pressure_msl":${decimal(fieldAt('pressure_msl', snapshot, site), 2)}}`
  );
}

function fieldAt(field: SurfaceField, snapshot: Snapshot, { place, ground }: Site): number {
  fillSurfaceRow(field, snapshot, place.parallel, place.meridians, ground, value);
  return value[0]!;
}

function siteAt({ latitude, longitude }: Coordinates): Site {
  return sites.keep(`${latitude},${longitude}`, () => {
    const place = placeAt(latitude, longitude);
    return { place, ground: groundAlong(place.parallel, place.meridians) };
  });
}
