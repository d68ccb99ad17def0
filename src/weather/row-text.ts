import type { ObservationRow } from '../api/data-api.ts';
import type { PointRow } from '../api/forecast-api.ts';
import type { LongWork } from '../platform/long-work.ts';
import { decimal } from './decimal.ts';

/** Rows as JSON, written by hand for their decimals: `JSON.stringify` has no -64.0. Every row has the same keys. */

/** A list of rows for each place. */
export function* forecastsText(forecasts: PointRow[][]): LongWork<string> {
  const texts: string[] = [];
  for (const rows of forecasts) {
    texts.push(`[${rows.map(pointRowText).join(',')}]`);
    yield;
  }
  return `[${texts.join(',')}]`;
}

function pointRowText(row: PointRow): string {
  return (
    `{"time":"${row.time}"` +
    `,"temperature_2m":${decimal(row.temperature_2m, 2)}` +
    `,"dewpoint_2m":${decimal(row.dewpoint_2m, 2)}` +
    `,"wind_u_10m":${decimal(row.wind_u_10m, 2)}` +
    `,"wind_v_10m":${decimal(row.wind_v_10m, 2)}` +
    `,"precipitation":${decimal(row.precipitation, 3)}` +
    `,"pressure_msl":${decimal(row.pressure_msl, 2)}}`
  );
}

/** Exactly the documented keys, in their order: readers write them as columns and stop at any other. */
export function observationRowText(row: ObservationRow): string {
  return (
    `{"timestamp":${row.timestamp}` +
    (row.id === undefined ? '' : `,"id":"${row.id}"`) +
    `,"time":"${row.time}"` +
    `,"latitude":${decimal(row.latitude, 5)}` +
    `,"longitude":${decimal(row.longitude, 5)}` +
    `,"altitude":${decimal(row.altitude, 1)}` +
    `,"humidity":${decimal(row.humidity, 2)}` +
    `,"pressure":${decimal(row.pressure, 2)}` +
    `,"specific_humidity":${decimal(row.specific_humidity, 2)}` +
    `,"speed_u":${decimal(row.speed_u, 2)}` +
    `,"speed_v":${decimal(row.speed_v, 2)}` +
    `,"temperature":${decimal(row.temperature, 2)}` +
    (row.mission_name === undefined ? '' : `,"mission_name":"${row.mission_name}"`) +
    `,"mission_id":"${row.mission_id}"` +
    (row.updated_at === undefined ? '' : `,"updated_at":"${row.updated_at}"`) +
    '}'
  );
}
